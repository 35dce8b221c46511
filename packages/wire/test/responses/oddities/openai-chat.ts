import type { Emitted } from '../emit/emitter.ts'
import { all, common, each, type Fields, type Oddity, records, twice, without } from './oddity.ts'

const deltasIn = (data: Fields): Fields[] => records(data['choices']).map(({ delta }) => (delta ?? {}) as Fields)
const callsIn = (data: Fields): Fields[] => deltasIn(data).flatMap((delta) => records(delta['tool_calls']))
const held = (call: Fields): Fields => (call['function'] ?? {}) as Fields

/** Puts the pieces of each call into its first one. */
function collapse(events: Emitted[], change: (call: Fields) => void): Emitted[] {
  const first = new Map<unknown, Fields>()
  const kept = events.filter(({ data }) => {
    const [call] = typeof data === 'string' ? [] : callsIn(data as Fields)
    if (call === undefined) return true
    const known = first.get(call['index'])
    if (known === undefined) first.set(call['index'], call)
    else held(known)['arguments'] = `${held(known)['arguments']}${held(call)['arguments']}`
    return known === undefined
  })
  for (const call of first.values()) change(call)
  return kept
}

export const chat: readonly Oddity[] = [
  ...common,
  { ...each('calls without ids', (data) => all(callsIn(data), (call) => delete call['id']), ['id']), tells: 'call-id' },
  {
    ...each('calls with ids that are null', (data) => all(callsIn(data), (call) => (call['id'] = null)), ['id']),
    tells: 'call-id',
  },
  each('calls without indexes', (data) => all(callsIn(data), (call) => delete call['index']), ['index']),
  each('calls all numbered 0', (data) => all(callsIn(data), (call) => (call['index'] = 0)), ['index']),
  each('indexes that are text', (data) => all(callsIn(data), (call) => (call['index'] = `${call['index']}`)), [
    'index',
  ]),
  {
    name: 'the name of a call in each of its pieces',
    needs: ['pieces', 'name'],
    apply: (events) => {
      const names = new Map<unknown, unknown>()
      for (const { data } of events) {
        for (const call of typeof data === 'string' ? [] : callsIn(data as Fields)) {
          if (typeof held(call)['name'] === 'string') names.set(call['index'], held(call)['name'])
          held(call)['name'] = names.get(call['index'])
        }
      }
      return undefined
    },
  },
  { name: 'whole calls', needs: ['pieces', 'index'], apply: (events) => collapse(events, () => {}) },
  {
    name: 'arguments that are objects',
    needs: ['pieces', 'index'],
    apply: (events) =>
      collapse(events, (call) => (held(call)['arguments'] = JSON.parse(held(call)['arguments'] as string))),
  },
  {
    name: 'arguments that are encoded twice',
    needs: ['pieces', 'index'],
    apply: (events) => collapse(events, (call) => (held(call)['arguments'] = JSON.stringify(held(call)['arguments']))),
  },
  {
    name: 'calls without `function` around them',
    needs: ['pieces', 'index'],
    apply: (events) =>
      collapse(events, (call) => {
        Object.assign(call, call['function'])
        delete call['function']
      }),
  },
  {
    name: 'a call that is no list',
    needs: ['pieces', 'index', 'id'],
    apply: (events) => {
      const all = collapse(events, () => {})
      for (const { data } of all) {
        for (const delta of typeof data === 'string' ? [] : deltasIn(data as Fields))
          if (Array.isArray(delta['tool_calls'])) delta['tool_calls'] = delta['tool_calls'][0]
      }
      return all
    },
  },
  each(
    'an empty object before the arguments',
    (data) =>
      all(callsIn(data), (call) => {
        if (typeof held(call)['name'] === 'string') held(call)['arguments'] = '{}'
      }),
    ['id', 'name', 'pieces'],
  ),
  {
    name: 'a name that comes after the arguments',
    needs: ['id', 'index', 'name', 'pieces'],
    apply: (events) =>
      events.flatMap((event) => {
        const [call] = typeof event.data === 'string' ? [] : callsIn(event.data as Fields)
        if (call === undefined || typeof held(call)['name'] !== 'string') return [event]
        const late = structuredClone(event)
        delete held(call)['name']
        return [event, late]
      }),
  },
  {
    name: 'the pieces of one call under several indexes',
    needs: ['id', 'index', 'pieces'],
    apply: (events) => {
      let id: unknown
      for (const { data } of events) {
        for (const call of typeof data === 'string' ? [] : callsIn(data as Fields)) {
          id = call['id'] ?? id
          call['index'] = 2 * (call['index'] as number) + (call['id'] === undefined ? 1 : 0)
        }
      }
      return undefined
    },
  },
  each('an empty finish_reason in each chunk', (data) =>
    all(records(data['choices']), (choice) => (choice['finish_reason'] ??= '')),
  ),
  each(
    'no finish_reason, only [DONE]',
    (data) => all(records(data['choices']), (choice) => (choice['finish_reason'] = null)),
    ['end'],
  ),
  each('a role that is empty', (data) => all(deltasIn(data), (delta) => (delta['role'] = ''))),
  each('content in parts, between thinking', (data) =>
    all(deltasIn(data), (delta) => {
      if (typeof delta['content'] === 'string')
        delta['content'] = [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: delta['content'] },
        ]
    }),
  ),
  each('content that is a list once', (data, random) =>
    all(deltasIn(data), (delta) => {
      if (typeof delta['content'] === 'string' && random(2) === 0)
        delta['content'] = [{ type: 'text', text: delta['content'] }]
    }),
  ),
  each('choices that are null beside the usage', (data) => {
    if (Array.isArray(data['choices']) && data['choices'].length === 0) data['choices'] = null
  }),
  each('an empty function_call', (data) =>
    all(deltasIn(data), (delta) => (delta['function_call'] = { name: '', arguments: '' })),
  ),
  each('a choice that is null', (data, random) => {
    if (Array.isArray(data['choices']) && random(3) === 0) data['choices'].unshift(null)
  }),
  // sglang#3912, vercel/ai#20203
  each('no calls in each delta', (data) => all(deltasIn(data), (delta) => (delta['tool_calls'] ??= []))),
  {
    name: 'the id of a call in each of its pieces',
    needs: ['id', 'index'],
    apply: (events) => {
      const ids = new Map<unknown, unknown>()
      for (const { data } of events) {
        for (const call of typeof data === 'string' ? [] : callsIn(data as Fields)) {
          if (typeof call['id'] === 'string') ids.set(call['index'], call['id'])
          call['id'] = ids.get(call['index'])
        }
      }
      return undefined
    },
  },
  // shiaho777/web-to-app#395
  each(
    'empty ids and names in later pieces, and arguments that are null in the first',
    (data) =>
      all(callsIn(data), (call) => {
        const isFirst = typeof held(call)['name'] === 'string'
        if (isFirst) held(call)['arguments'] = null
        else Object.assign(call, { id: '', type: '', function: { name: '', ...held(call) } })
      }),
    ['id', 'name', 'pieces', 'index'],
  ),
  // earendil-works/pi#6225
  {
    name: 'no finish_reason and no [DONE]',
    needs: ['end'],
    apply: (events) => {
      for (const { data } of events) all(records((data as Fields)['choices']), (one) => delete one['finish_reason'])
      return events.filter(({ data }) => data !== '[DONE]')
    },
  },
  without('no usage', (data) => Array.isArray(data['choices']) && data['choices'].length === 0),
  // QuantumNous/new-api#378
  each(
    'a finish_reason in each chunk',
    (data) => all(records(data['choices']), (choice) => (choice['finish_reason'] ??= 'stop')),
    ['end'],
  ),
  each('the usage in each chunk', (data) => {
    data['usage'] = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  }),
  each('no delta at the end', (data, random) =>
    all(records(data['choices']), (choice) => {
      if (Object.keys(choice['delta'] ?? {}).length === 0) choice['delta'] = random(2) === 0 ? null : undefined
    }),
  ),
  each('choices without indexes', (data) => all(records(data['choices']), (choice) => delete choice['index'])),
  {
    name: 'the whole text so far beside each delta',
    apply: (events) => {
      let content = ''
      for (const { data } of events) {
        for (const choice of typeof data === 'string' ? [] : records((data as Fields)['choices'])) {
          const piece = ((choice['delta'] ?? {}) as Fields)['content']
          if (typeof piece === 'string') content += piece
          choice['message'] = { role: 'assistant', content }
        }
      }
      return undefined
    },
  },
  twice('the end twice', (data) => deltasIn(data).some((delta) => Object.keys(delta).length === 0)),
]
