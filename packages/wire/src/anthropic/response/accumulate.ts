import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Accumulator } from '../../shared/response/accumulator.ts'
import { type Fields, inOrder, setFields } from '../../shared/response/fields.ts'
import { readIndex } from '../../shared/response/indexes.ts'
import { providerError, responseError } from '../../shared/response/problem.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'
import { type Block, createBlock } from './block.ts'

const title = 'Anthropic Messages'

/**
 * Puts events together: `message_start`, then the blocks of the content, each with its start, deltas and stop, then
 * `message_delta` with the stop reason and cumulative usage, then `message_stop`. `ping` says nothing. Unknown types of events
 * and deltas are ignored, as Anthropic's versioning policy asks for; blocks of unknown types are kept.
 *
 * Source: @anthropic-ai/sdk 1.12.0, `BetaRawMessageStreamEvent` and `BetaMessageStream`, read on 2026-11-23; Anthropic,
 * "Streaming messages".
 */
export function accumulateAnthropic(): Accumulator {
  const message: Fields = {}
  const usage: Fields = {}
  const blocks = new Map<number, Block>()
  let state: 'empty' | 'open' | 'done' = 'empty'
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const blockOf = (event: UnknownRecord): Block => {
    const index = readIndex(title, event['index'], 'index of a block')
    return blocks.get(index) ?? refuse(`continues block ${index}, which has not started`)
  }
  const addUsage = (counts: unknown): void => {
    // Cumulative: what is missing has not changed.
    if (isRecord(counts)) setFields(usage, counts)
  }
  const bodyWith = (content: readonly Block[]): UnknownRecord => ({
    ...message,
    ...(Object.keys(usage).length > 0 && { usage: { ...usage } }),
    content: content.map((block) => block.fields()),
  })
  return {
    add(event, emit) {
      const { type } = event
      if (type === 'ping') return undefined
      if (type === 'error') throw providerError(title, event['error'] ?? event)
      if (typeof type !== 'string' || !known.has(type)) return String(type)
      if (type === 'message_start') {
        if (state !== 'empty') refuse('starts a second message')
        const start = event['message']
        if (!isRecord(start)) return refuse('starts without a message')
        state = 'open'
        // The content is empty; the helpers of the SDK fill it while they pass on the events.
        setFields(message, start, ['content', 'usage'])
        addUsage(start['usage'])
        return undefined
      }
      if (state === 'empty') refuse(`has ${type} before message_start`)
      switch (type) {
        case 'content_block_start': {
          const index = readIndex(title, event['index'], 'index of a block')
          const start = event['content_block']
          if (blocks.has(index)) refuse(`starts block ${index} twice`)
          if (!isRecord(start)) return refuse(`starts block ${index} without a block`)
          const block = createBlock(title, start, blocks.size)
          blocks.set(index, block)
          block.begin(emit)
          // The last fallback names the model that answered.
          const { to } = start
          if (start['type'] === 'fallback' && isRecord(to)) setFields(message, { model: to['model'] })
          return undefined
        }
        case 'content_block_delta': {
          const delta = event['delta']
          return isRecord(delta) ? blockOf(event).add(delta, emit) : refuse('has a delta that is not an object')
        }
        case 'content_block_stop':
          blockOf(event).close()
          return undefined
        case 'message_delta':
          setFields(message, event, ['type', 'delta', 'usage', 'content', 'role'])
          if (isRecord(event['delta'])) setFields(message, event['delta'], ['content', 'role'])
          addUsage(event['usage'])
          return undefined
        default:
          for (const block of blocks.values()) block.close()
          state = 'done'
          return undefined
      }
    },
    state: () => state,
    body: () => bodyWith(inOrder(blocks)),
    kept: () => {
      const torn: TornPart[] = []
      const whole = inOrder(blocks).filter((block) => {
        const part = block.torn()
        if (part !== undefined) torn.push(part)
        return part === undefined && !block.isEmpty()
      })
      return { body: bodyWith(whole), torn }
    },
  }
}

const known: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
])
