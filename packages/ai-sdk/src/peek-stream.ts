import type { HostStream, StreamPart } from './contract/host.ts'

/** Parts that come before an answer: the provider has taken the request, and may still refuse it. */
const preamble = /^(stream-start|response-metadata|raw)$/

/** A stream from its start, and the error with which it begins. */
interface PeekedStream {
  readonly stream: HostStream
  readonly failure?: { readonly error: unknown }
}

/** Reads a stream up to the first part of its answer, to know whether it begins with an error. */
export async function peekStream(given: HostStream): Promise<PeekedStream> {
  const reader = given.getReader()
  const held: StreamPart[] = []
  let isOver = false
  let broken: { readonly error: unknown } | undefined
  try {
    while (held.length === 0 || preamble.test(held.at(-1)?.type ?? '')) {
      const { done, value } = await reader.read()
      isOver = done
      if (done) break
      held.push(value)
    }
  } catch (error) {
    broken = { error }
  }
  const last = held.at(-1)
  const failure = broken ?? (last?.type === 'error' ? { error: last.error } : undefined)
  const stream = new ReadableStream<StreamPart>({
    pull: async (controller) => {
      const next = held.shift()
      if (next) return controller.enqueue(next)
      if (broken) throw broken.error
      if (isOver) return controller.close()
      const { done, value } = await reader.read()
      return done ? controller.close() : controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return { stream, ...(failure && { failure }) }
}
