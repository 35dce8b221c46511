import type { SystemMessage } from '@lamella/core'
import { readList, readRecord, readText } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { type RawBlock, textOfBlocks } from '../raw-block.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Decodes the system prompt: one part for a text, or one per block, which stays a block when it is written again. */
export function decodeSystem(system: unknown): SystemMessage[] {
  if (system === undefined || system === null) return []
  if (typeof system === 'string') return [{ role: 'system', content: system }]
  return readList(system, 'system').map((value, index, { length }) => {
    const path = `system[${index}]`
    const block = readRecord(value, path)
    const content = readText(block['text'], `${path}.text`)
    const rest = restOf(block, ['type', 'text'])
    // A mark ends its block, too.
    const isCut = index < length - 1 && rest.cacheControl === undefined
    return { role: 'system', content, ...optionsOf({ ...rest, endsBlock: isCut ? true : undefined }) }
  })
}

/**
 * Decodes a system message in the middle of a conversation. It keeps its role, and its blocks unless they are a single
 * text.
 */
export function decodeSystemMessage(message: UnknownRecord, path: string): SystemMessage {
  const { content } = message
  const fields = { role: 'system', ...restOf(message, ['role', 'content']) }
  if (typeof content === 'string') return { role: 'system', content, ...optionsOf(fields) }
  const blocks = readList(content, `${path}.content`).map((value, index) => {
    const block = readRecord(value, `${path}.content[${index}]`)
    readText(block['type'], `${path}.content[${index}].type`)
    return block as RawBlock
  })
  const control = blocks.findLast((block) => block['cache_control'] !== undefined)?.['cache_control']
  const plain = blocks.map(({ cache_control: _, ...block }) => block as RawBlock)
  const [first] = plain
  const isText =
    plain.length <= 1 && (first === undefined || (first.type === 'text' && Object.keys(first).length === 2))
  return {
    role: 'system',
    content: textOfBlocks(plain),
    ...optionsOf({
      ...fields,
      cacheControl: control === undefined ? fields.cacheControl : control,
      blocks: isText ? undefined : plain,
    }),
  }
}
