import { common, each, type Fields, type Oddity, twice, without } from './oddity.ts'

const inDelta = (data: Fields): Fields => (data['contentBlockDelta'] ?? {}) as Fields
const everyBlock = (data: Fields, edit: (value: Fields) => void): void =>
  ['contentBlockStart', 'contentBlockDelta', 'contentBlockStop'].forEach((name) => {
    if (name in data) edit(data[name] as Fields)
  })

export const converse: readonly Oddity[] = [
  ...common,
  without('no messageStart', (data) => 'messageStart' in data),
  without('no ends of blocks', (data) => 'contentBlockStop' in data),
  each('blocks without indexes', (data) => everyBlock(data, (one) => delete one['contentBlockIndex']), ['index']),
  each('blocks all numbered 0', (data) => everyBlock(data, (one) => (one['contentBlockIndex'] = 0)), ['index']),
  {
    ...each('calls without ids', (data) => {
      const { start } = (data['contentBlockStart'] ?? {}) as Fields
      delete (((start ?? {}) as Fields)['toolUse'] as Fields | undefined)?.['toolUseId']
    }),
    tells: 'call-id',
  },
  each('thinking without a signature', (data) => {
    const delta = (inDelta(data)['delta'] ?? {}) as Fields
    delete (delta['reasoningContent'] as Fields | undefined)?.['signature']
  }),
  without('no metadata', (data) => 'metadata' in data),
  {
    name: 'a start of each block',
    needs: ['index'],
    apply: (events) => {
      const seen = new Set<unknown>()
      return events.flatMap((event) => {
        const { contentBlockStart: start, contentBlockDelta: delta } = event.data as Record<string, Fields | undefined>
        const contentBlockIndex = (start ?? delta)?.['contentBlockIndex']
        const isKnown = contentBlockIndex === undefined || seen.has(contentBlockIndex)
        seen.add(contentBlockIndex)
        const empty = { data: { contentBlockStart: { start: {}, contentBlockIndex } } }
        return isKnown || start !== undefined ? [event] : [empty, event]
      })
    },
  },
  {
    name: 'arguments that are an object, in one piece',
    needs: ['index'],
    apply: (events) => {
      const json = new Map<unknown, { text: string; last: Fields }>()
      const inputOf = (data: Fields): Fields | undefined =>
        (inDelta(data)['delta'] as Fields | undefined)?.['toolUse'] as Fields
      for (const { data } of events) {
        const held = inputOf(data as Fields)
        const { contentBlockIndex: index } = inDelta(data as Fields)
        if (held) json.set(index, { text: `${json.get(index)?.text ?? ''}${held['input']}`, last: held })
      }
      const last = new Set([...json.values()].map((one) => one.last))
      for (const one of json.values()) one.last['input'] = JSON.parse(one.text)
      return events.filter(({ data }) => {
        const held = inputOf(data as Fields)
        return held === undefined || last.has(held)
      })
    },
  },
  twice('the end twice', (data) => 'messageStop' in data || 'metadata' in data),
  twice('the ends of blocks twice', (data) => 'contentBlockStop' in data),
]
