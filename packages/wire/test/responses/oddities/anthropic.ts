import type { Emitted } from '../emit/emitter.ts'
import { common, each, type Fields, kind, type Oddity, twice, without } from './oddity.ts'

const blockOf = (data: Fields): Fields => (data['content_block'] ?? {}) as Fields
const deltaOf = (data: Fields): Fields => (data['delta'] ?? {}) as Fields

/** Puts the arguments of each call into the start of its block. */
function inStart(events: Emitted[], form: (input: unknown) => unknown): Emitted[] {
  const json = new Map<unknown, string>()
  const isInput = (data: Fields): boolean => deltaOf(data)['type'] === 'input_json_delta'
  for (const { data } of events) {
    if (typeof data !== 'string' && isInput(data as Fields)) {
      const { index, delta } = data as Fields
      json.set(index, `${json.get(index) ?? ''}${(delta as Fields)['partial_json']}`)
    }
  }
  for (const { data } of events) {
    const block = typeof data === 'string' ? {} : blockOf(data as Fields)
    const text = typeof data === 'string' ? undefined : json.get((data as Fields)['index'])
    if (block['type'] === 'tool_use') block['input'] = form(JSON.parse(text || '{}'))
  }
  return events.filter(({ data }) => {
    if (typeof data === 'string' || !isInput(data as Fields)) return true
    return false
  })
}

export const anthropic: readonly Oddity[] = [
  ...common,
  {
    name: 'thinking without a signature',
    apply: (events) =>
      events.filter(({ data }) => {
        if (typeof data !== 'string') delete blockOf(data as Fields)['signature']
        return typeof data === 'string' || deltaOf(data as Fields)['type'] !== 'signature_delta'
      }),
  },
  without('no message_start', (data) => kind(data) === 'message_start'),
  each('a message_start without content', (data) => delete ((data['message'] ?? {}) as Fields)['content']),
  without(
    'no starts of texts',
    (data) => kind(data) === 'content_block_start' && ['text', 'thinking'].includes(blockOf(data)['type'] as string),
    ['type', 'start'],
  ),
  without('no ends of blocks', (data) => kind(data) === 'content_block_stop'),
  without('no message_stop', (data) => kind(data) === 'message_stop'),
  each('blocks without indexes', (data) => delete data['index'], ['index']),
  each(
    'blocks all numbered 0',
    (data) => {
      if ('index' in data) data['index'] = 0
    },
    ['index'],
  ),
  each(
    'indexes that are text',
    (data) => {
      if ('index' in data) data['index'] = `${data['index']}`
    },
    ['index'],
  ),
  each('types only in the names of events', (data) => delete data['type'], ['type']),
  each(
    'deltas without a type',
    (data) => {
      if (kind(data) === 'content_block_delta') delete deltaOf(data)['type']
    },
    ['type', 'delta'],
  ),
  each('texts that start without text', (data) => delete blockOf(data)['text'], ['start']),
  {
    ...each('calls without ids', (data) => {
      if (blockOf(data)['type'] === 'tool_use') delete blockOf(data)['id']
    }),
    tells: 'call-id',
  },
  {
    name: 'arguments in the start',
    needs: ['delta', 'type', 'index'],
    apply: (events) => inStart(events, (input) => input),
  },
  {
    name: 'arguments in the start, as text',
    needs: ['delta', 'type', 'index'],
    apply: (events) => inStart(events, (input) => JSON.stringify(input)),
  },
  {
    name: 'arguments in the start, and an empty object after it',
    needs: ['delta', 'type', 'index'],
    apply: (events) =>
      inStart(events, (input) => input).flatMap((event) => {
        const data = event.data as Fields
        const delta = { type: 'input_json_delta', partial_json: '{}' }
        const empty = { type: 'content_block_delta', index: data['index'], delta }
        return blockOf(data)['type'] === 'tool_use' ? [event, { name: empty.type, data: empty }] : [event]
      }),
  },
  {
    name: 'a second message_start',
    apply: (events) =>
      events.flatMap((event) => (event.name === 'message_start' ? [event, structuredClone(event)] : [event])),
  },
  // ggml-org/llama.cpp#18551
  {
    name: 'a start before each piece of a text',
    needs: ['index', 'type', 'delta', 'start'],
    apply: (events) => {
      const starts = new Map<unknown, Emitted>()
      return events.flatMap((event) => {
        const data = event.data as Fields
        if (['text', 'thinking'].includes(blockOf(data)['type'] as string)) starts.set(data['index'], event)
        const start = kind(data) === 'content_block_delta' ? starts.get(data['index']) : undefined
        return start === undefined ? [event] : [structuredClone(start), event]
      })
    },
  },
  // BerriAI/litellm#25852
  {
    name: 'an empty text before all others',
    needs: ['index', 'type'],
    apply: (events) => {
      const first = events.findIndex(({ data }) => kind(data as Fields) === 'content_block_start')
      if (first === -1) return undefined
      for (const { data } of events)
        if (typeof data !== 'string' && 'index' in data) (data as { index: number }).index++
      const start = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
      const stop = { type: 'content_block_stop', index: 0 }
      return events.toSpliced(first, 0, { name: start.type, data: start }, { name: stop.type, data: stop })
    },
  },
  // anomalyco/opencode#38733
  {
    name: 'texts in the start',
    needs: ['delta', 'type', 'index', 'start'],
    apply: (events) => {
      const starts = new Map<unknown, Fields>()
      return events.filter(({ data }) => {
        const { index } = data as Fields
        const block = blockOf(data as Fields)
        const { type, text } = deltaOf(data as Fields)
        if (block['type'] === 'text') starts.set(index, block)
        const start = type === 'text_delta' ? starts.get(index) : undefined
        if (start !== undefined) start['text'] = `${start['text']}${text}`
        return start === undefined
      })
    },
  },
  // ggml-org/llama.cpp#22960
  each('calls that start without input', (data) => {
    if (blockOf(data)['type'] === 'tool_use' && Object.keys(blockOf(data)['input'] ?? {}).length === 0)
      delete blockOf(data)['input']
  }),
  // BerriAI/litellm#29286
  {
    name: 'empty pieces of arguments in texts',
    needs: ['delta', 'type'],
    apply: (events) =>
      events.flatMap((event) => {
        const empty = structuredClone(event)
        if (deltaOf(event.data as Fields)['type'] !== 'text_delta') return [event]
        ;(empty.data as Fields)['delta'] = { type: 'input_json_delta', partial_json: '' }
        return [empty, event]
      }),
  },
  each('no usage', (data) => {
    if ('usage' in data) data['usage'] = null
  }),
  each('no stop_reason', (data) => {
    if (kind(data) === 'message_delta') deltaOf(data)['stop_reason'] = null
  }),
  twice('the end twice', (data) => kind(data) === 'message_delta' || kind(data) === 'message_stop'),
  twice('the ends of blocks twice', (data) => kind(data) === 'content_block_stop'),
]
