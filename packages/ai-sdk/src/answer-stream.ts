import type { AnswerEnd, AnswerPart, HostStream, StreamPart } from './contract/host.ts'

/** Text or thinking of a stream, as it comes. */
type Block = Extract<AnswerPart, { type: 'text' | 'reasoning' }>

/**
 * Receives the content of an answer, how it ended, whether its call failed, and what the provider itself has sent, as far as the
 * host shows it. Returns the end that is passed on.
 */
export type Ended = <End extends AnswerEnd>(
  content: readonly AnswerPart[],
  end: End,
  failed?: boolean,
  raw?: readonly unknown[],
) => Promise<End>

/** Whether a provider says that its call failed. */
export function isFailure({ finishReason }: AnswerEnd): boolean {
  return finishReason?.unified === 'error'
}

/** Parts of a stream that are content as they are, in either specification. */
const whole = /^(tool-call|tool-result|tool-approval-request|file|source|custom|reasoning-file)$/

/**
 * Passes a stream on, part by part as it is read, and tells once how it ended: with the content of the answer and the part
 * `finish`, or with what there was when it was aborted, cancelled by its reader, or broke. The content is then what is
 * complete, and text that has begun: thinking that has not ended has no signature, and a call no arguments.
 *
 * @param ended What it throws ends the stream.
 */
export function answerStream(stream: HostStream, ended: Ended): HostStream {
  const reader = stream.getReader()
  const { add, content } = collect()
  let isOver = false
  let failed = false
  const raw: unknown[] = []
  const end = async <End extends AnswerEnd>(part: End): Promise<End> => {
    if (isOver) return part
    isOver = true
    return ended(content(), part, failed || isFailure(part), raw)
  }
  return new ReadableStream<StreamPart>({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch(async (error: unknown) => {
        failed = true
        // The error of the stream says why: one of the store must not hide it.
        await end({}).catch(() => {})
        throw error
      })
      if (done) {
        await end({})
        return controller.close()
      }
      if (value.type === 'error') failed = true
      // Only a call that asks for the events of the provider gets them. The first and the last two are about the whole.
      if (value.type === 'raw') raw.splice(raw.length < 3 ? raw.length : 1, raw.length < 3 ? 0 : 1)
      if (value.type === 'raw') raw.push(value.rawValue)
      add(value)
      return controller.enqueue(value.type === 'finish' ? await end(value) : value)
    },
    cancel: async (reason) => {
      await reader.cancel(reason)
      await end({})
    },
  })
}

function collect() {
  const parts: AnswerPart[] = []
  const open = new Map<string, Block>()
  return {
    add: (part: StreamPart): void => {
      if (whole.test(part.type)) parts.push(part as AnswerPart)
      const [, type, phase] = /^(text|reasoning)-(start|delta|end)$/.exec(part.type) ?? []
      if (type === undefined) return
      const { id, delta = '', providerMetadata } = part as Extract<StreamPart, { type: 'text-delta' }>
      const key = `${type} ${id}`
      const block = phase === 'start' ? ({ type, text: '' } as Block) : open.get(key)
      if (!block) return
      if (phase === 'start') parts.push(block)
      block.text += delta
      // The newest is the whole of it: providers repeat or complete it, as in the SDK.
      if (providerMetadata) block.providerMetadata = providerMetadata
      if (phase === 'end') open.delete(key)
      else open.set(key, block)
    },
    content: (): readonly AnswerPart[] => {
      const begun = new Set<unknown>(open.values())
      return parts.filter((part) => part.type !== 'reasoning' || !begun.has(part))
    },
  }
}
