import { LamellaError } from '@lamella/core'

/** Waits for work until the signal is aborted: memories and stores need not listen to it. @throws LamellaError `ABORTED` */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(
        new LamellaError({
          code: 'ABORTED',
          message: 'The build was aborted by its signal.',
          fix: 'Nothing was changed; build again when needed.',
          details: {},
          cause: signal.reason,
        }),
      )
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
