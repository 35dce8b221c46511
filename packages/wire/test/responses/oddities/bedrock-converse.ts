import { common, each, type Fields, type Oddity, without } from './oddity.ts'

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
  each('calls without ids', (data) => {
    const { start } = (data['contentBlockStart'] ?? {}) as Fields
    delete (((start ?? {}) as Fields)['toolUse'] as Fields | undefined)?.['toolUseId']
  }),
  each('thinking without a signature', (data) => {
    const delta = (inDelta(data)['delta'] ?? {}) as Fields
    delete (delta['reasoningContent'] as Fields | undefined)?.['signature']
  }),
  without('no metadata', (data) => 'metadata' in data),
]
