import type { AnswerPart } from './contract/host.ts'

/** What happens with a stream. Each stream ends once: with `finish` or with `aborted`. */
export interface StreamWatcher {
  /** Called with each part, before it is passed on. */
  part(part: AnswerPart): void
  /** Called with the part `finish`; returns the one that is passed on. What it throws ends the stream. */
  finish(part: AnswerPart): Promise<AnswerPart>
  /** Called when the stream ends without it: aborted, cancelled by its reader, or broken. */
  aborted(): Promise<void>
}

/** Passes a stream on, part by part as it is read, and tells the watcher. */
export function watchStream(stream: ReadableStream<AnswerPart>, watcher: StreamWatcher): ReadableStream<AnswerPart> {
  const reader = stream.getReader()
  let ended = false
  const abort = async (): Promise<void> => {
    if (ended) return
    ended = true
    await watcher.aborted()
  }
  return new ReadableStream<AnswerPart>({
    pull: async (controller) => {
      let read: Awaited<ReturnType<typeof reader.read>>
      try {
        read = await reader.read()
      } catch (error) {
        // The error of the stream says why: one of the store must not hide it.
        await abort().catch(() => {})
        throw error
      }
      const { done, value } = read
      if (done) {
        await abort()
        return controller.close()
      }
      watcher.part(value)
      if (value.type !== 'finish' || ended) return controller.enqueue(value)
      ended = true
      return controller.enqueue(await watcher.finish(value))
    },
    cancel: async (reason) => {
      await reader.cancel(reason)
      await abort()
    },
  })
}
