import type { Emitted } from '../emit/emitter.ts'
import { common, each, type Fields, kind, type Oddity, without } from './oddity.ts'

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
    ['type'],
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
  each('texts that start without text', (data) => delete blockOf(data)['text']),
  each('calls without ids', (data) => {
    if (blockOf(data)['type'] === 'tool_use') delete blockOf(data)['id']
  }),
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
]
