import {
  type Accumulator,
  type Fields,
  inOrder,
  isRecord,
  providerError,
  readIndex,
  responseError,
  setFields,
  textIn,
  type UnknownRecord,
} from '../kit/index.ts'
import { createConverseBlock } from './response-block.ts'

const title = 'Bedrock Converse'

/**
 * Puts events together: `messageStart`, blocks by `contentBlockIndex`, `messageStop`, and `metadata` with the usage. Blocks of
 * text have no start.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, `ConverseStreamOutput`. Read on 2026-11-23.
 */
export function accumulateConverse(): Accumulator {
  const body: Fields = {}
  const message: Fields = { role: 'assistant' }
  const blocks = new Map<number, ReturnType<typeof createConverseBlock>>()
  let state: 'empty' | 'open' | 'complete' = 'empty'
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const at = (event: UnknownRecord): number => readIndex(title, event['contentBlockIndex'], 'contentBlockIndex')
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
          if (blocks.has(index)) refuse(`starts block ${index} twice`)
          const block = createConverseBlock(title, blocks.size, isRecord(value['start']) ? value['start'] : {})
          blocks.set(index, block)
          block.begin(emit)
          return undefined
        }
        case 'contentBlockDelta': {
          const block = blocks.get(at(value)) ?? createConverseBlock(title, blocks.size, {})
          blocks.set(at(value), block)
          return isRecord(value['delta'])
            ? block.add(value['delta'], emit)
            : refuse('has a delta that is not an object')
        }
        case 'contentBlockStop':
          // An empty text has neither start nor delta.
          blocks.get(at(value))?.close()
          return undefined
        case 'messageStop':
          setFields(body, value)
          for (const block of blocks.values()) block.close()
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
    body: () => bodyWith(inOrder(blocks).map((block) => block.fields())),
    kept() {
      const all = inOrder(blocks)
      const torn = all.flatMap((block) => block.torn() ?? [])
      const whole = all.filter((block) => block.torn() === undefined).map((block) => block.fields())
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
