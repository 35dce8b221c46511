import { aborted } from '@lamella/core/plugin'

/**
 * Waits for work until a signal is aborted: nobody has to wait for a dependency that hangs. What the work comes to after that
 * is not heard.
 *
 * @param what What is given up, as the beginning of a sentence goes on: `The ${what} was aborted`.
 * @throws LamellaError `ABORTED`, with the reason of the signal as its cause; what the work throws
 */
export async function whileWanted<Value>(
  signal: AbortSignal | undefined,
  what: string,
  work: () => Promise<Value>,
): Promise<Value> {
  if (signal === undefined) return work()
  if (signal.aborted) throw aborted(signal, `The ${what}`)
  let leave = (): void => undefined
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(aborted(signal, `The ${what}`))
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([left, work()])
  } catch (error) {
    // Work that knows the signal may be told of it first, and gives up in its own words.
    throw signal.aborted ? aborted(signal, `The ${what}`) : error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
