import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Accumulator } from '../../shared/response/accumulator.ts'
import { streamIdsFor } from '../../shared/response/call-arguments.ts'
import { type Fields, placeIn, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { providerError, responseError } from '../../shared/response/problem.ts'
import type { StreamDelta, TornPart } from '../../shared/response/response.ts'
import { type Block, createBlocks } from './blocks.ts'

const title = 'Anthropic Messages'

/**
 * Puts events together: `message_start`, then the blocks of the content, each with its start, deltas and stop, then
 * `message_delta` with the stop reason and cumulative usage, then `message_stop`. `ping` says nothing. Unknown types of events
 * and deltas are ignored, as Anthropic's versioning policy asks for; blocks of unknown types are kept.
 *
 * Compatible servers leave out each of these but the deltas (xemantic/anthropic-sdk-kotlin#147, tombii/better-ccflare#307,
 * SaladDay/cc-switch-cli#320), and number blocks in their own way: what a delta says decides where it belongs.
 *
 * Source: @anthropic-ai/sdk 1.12.0, `BetaRawMessageStreamEvent` and `BetaMessageStream`, read on 2026-11-23; Anthropic,
 * "Streaming messages".
 */
export function accumulateAnthropic(_choice: number, mends: Mends): Accumulator {
  const message: Fields = {}
  const usage: Fields = {}
  const blocks = createBlocks(
    mends,
    streamIdsFor(() => message['id']),
  )
  let state: 'empty' | 'open' | 'complete' | 'done' = 'empty'
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const addUsage = (counts: unknown): void => {
    // Cumulative: what is missing has not changed.
    if (isRecord(counts)) setFields(usage, counts)
  }
  const begin = (start: UnknownRecord): void => {
    // The content is empty; the helpers of the SDK fill it while they pass on the events.
    setFields(message, start, ['content', 'usage'])
    addUsage(start['usage'])
  }
  /** A server that ignores `stream` sends the whole message. */
  const addWhole = (whole: UnknownRecord, emit: (delta: StreamDelta) => void): void => {
    begin(whole)
    const { content } = whole
    const list: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }]
    for (const block of list.filter(isRecord)) blocks.start(undefined, block, emit)
    blocks.close(emit)
    state = 'done'
  }
  const close = (event: UnknownRecord, emit: (delta: StreamDelta) => void): void => {
    setFields(message, event, ['type', 'delta', 'usage', 'content', 'role'])
    if (isRecord(event['delta'])) setFields(message, event['delta'], ['content', 'role', 'type'])
    addUsage(event['usage'])
    // Nothing but the end follows, which some servers leave out.
    if (textIn(message, 'stop_reason') !== '' && isRecord(event['delta'])) {
      blocks.close(emit)
      state = 'complete'
    }
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
      if (type === 'message' && state === 'empty' && 'content' in event) {
        addWhole(event, emit)
        return undefined
      }
      if (typeof type !== 'string' || !known.has(type)) return String(type)
      if (type === 'message_start') {
        if (state !== 'empty') mends.add('event', 'message_start', 'The stream starts a second message.')
        const start = event['message']
        if (!isRecord(start)) return refuse('starts without a message')
        if (state === 'empty') state = 'open'
        begin(start)
        return undefined
      }
      if (state === 'empty') {
        state = 'open'
        mends.add('event', 'message_start', `The stream has ${type} before message_start.`)
      }
      switch (type) {
        case 'content_block_start': {
          const start = event['content_block']
          const index = placeIn(event['index'], 'index', mends)
          if (!isRecord(start)) return refuse('starts a block that is not an object')
          blocks.start(index, start, emit)
          // The last fallback names the model that answered.
          const { to } = start
          if (start['type'] === 'fallback' && isRecord(to)) setFields(message, { model: to['model'] })
          return undefined
        }
        case 'content_block_delta': {
          const delta = event['delta']
          const index = placeIn(event['index'], 'index', mends)
          return isRecord(delta) ? blocks.add(index, delta, emit) : refuse('has a delta that is not an object')
        }
        case 'content_block_stop':
          blocks.stop(placeIn(event['index'], 'index', mends), emit)
          return undefined
        case 'message_delta':
          close(event, emit)
          return undefined
        default:
          blocks.close(emit)
          state = 'done'
          return undefined
      }
    },
    state: () => state,
    body: () => bodyWith(blocks.all()),
    kept: () => {
      const torn: TornPart[] = []
      const whole = blocks.all().filter((block) => {
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
