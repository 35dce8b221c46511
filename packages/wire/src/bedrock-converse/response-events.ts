import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type { Accumulator } from '../shared/response/accumulator.ts'
import { type Fields, placeIn, setFields, textIn } from '../shared/response/fields.ts'
import type { Mends } from '../shared/response/mends.ts'
import { providerError, responseError } from '../shared/response/problem.ts'
import { streamIdsFor } from '../shared/response/stream-ids.ts'
import { createConverseBlock } from './response-block.ts'

type Block = ReturnType<typeof createConverseBlock>

const title = 'Bedrock Converse'

/**
 * Puts events together: `messageStart`, blocks by `contentBlockIndex`, `messageStop`, and `metadata` with the usage. Blocks of
 * text have no start.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, `ConverseStreamOutput`. Read on 2026-11-23.
 */
export function accumulateConverse(_choice: number, mends: Mends): Accumulator {
  const body: Fields = {}
  const message: Fields = { role: 'assistant' }
  const entries: { readonly index: number; readonly block: Block }[] = []
  const byIndex = new Map<number, Block>()
  const idOf = streamIdsFor(() => '')
  let state: 'empty' | 'open' | 'complete' = 'empty'
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const at = (event: UnknownRecord): number | undefined =>
    placeIn(event['contentBlockIndex'], 'contentBlockIndex', mends)
  const begin = (given: number | undefined, start: UnknownRecord): Block => {
    const index = given ?? (entries.at(-1)?.index ?? -1) + 1
    const block = createConverseBlock(entries.length, start, idOf)
    entries.push({ index, block })
    byIndex.set(index, block)
    return block
  }
  const find = (index: number | undefined): Block | undefined =>
    index === undefined ? entries.at(-1)?.block : byIndex.get(index)
  /** Sorting is stable: blocks of one index stay in their order. */
  const all = (): Block[] => [...entries].sort((a, b) => a.index - b.index).map(({ block }) => block)
  const bodyWith = (content: readonly Fields[]): UnknownRecord => ({
    ...body,
    output: { message: { ...message, content } },
  })
  return {
    add(event, emit) {
      const [found] = Object.entries(event).filter(([, value]) => isRecord(value))
      const [name, value] = (found ?? ['event without content', {}]) as [string, UnknownRecord]
      if (name.endsWith('Exception')) throw providerError(title, { type: name, ...value, message: value['message'] })
      if (known.has(name) && state === 'empty') state = 'open'
      switch (name) {
        case 'messageStart':
          setFields(message, value, ['content'])
          return undefined
        case 'contentBlockStart': {
          const index = at(value)
          if (index !== undefined && byIndex.has(index))
            mends.add('event', `content[${index}]`, `The stream starts block ${index} twice.`)
          begin(index, isRecord(value['start']) ? value['start'] : {}).begin(emit)
          return undefined
        }
        case 'contentBlockDelta': {
          const index = at(value)
          const { delta } = value
          if (!isRecord(delta)) return refuse('has a delta that is not an object')
          const known = find(index)
          if (known?.takes(delta) === true) return known.add(delta, emit)
          if (known !== undefined)
            mends.add(
              'event',
              `content[${index}]`,
              `The stream continues block ${index}, which is of another kind or has stopped.`,
            )
          return begin(index, isRecord(delta['toolUse']) ? { toolUse: {} } : {}).add(delta, emit)
        }
        case 'contentBlockStop':
          // An empty text has neither start nor delta.
          find(at(value))?.close()
          return undefined
        case 'messageStop':
          setFields(body, value)
          for (const { block } of entries) block.close()
          state = 'complete'
          return undefined
        case 'metadata':
          setFields(body, value, ['output'])
          return undefined
        default:
          return name
      }
    },
    state: () => state,
    body: () => bodyWith(all().map((block) => block.fields())),
    kept() {
      const found = all()
      const torn = found.flatMap((block) => block.torn() ?? [])
      const whole = found.filter((block) => block.torn() === undefined).map((block) => block.fields())
      return {
        body: bodyWith(whole.filter((block) => block['text'] === undefined || textIn(block, 'text') !== '')),
        torn,
      }
    },
  }
}

const known: ReadonlySet<string> = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
])
