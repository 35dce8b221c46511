import { isBlank, isRecord, type UnknownRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { type Ledger, lose } from '../shared/ledger.ts'
import { validCallId, validServerCallId } from './limits.ts'

/** A block of a type that only Anthropic has, carried in canonical messages. */
export type RawBlock = UnknownRecord & { readonly type: string }

/** Returns a copy of the block in provider options, if it is allowed here, without its cache mark. */
export function rawBlock(
  ledger: Ledger,
  block: unknown,
  isAllowed: (block: RawBlock) => boolean,
): RawBlock | undefined {
  if (!isRawBlock(block) || !isAllowed(block)) return undefined
  const { cache_control: _, ...copy } = cleanJson(ledger, block)
  return copy as RawBlock
}

/**
 * Does the same for a text part, whose text must still match the block: redacted content, for example, must stay
 * redacted.
 */
export function rawBlockOf(
  ledger: Ledger,
  block: unknown,
  text: string,
  isAllowed: (block: RawBlock) => boolean,
): RawBlock | undefined {
  if (block === undefined) return undefined
  const raw = rawBlock(ledger, block, isAllowed)
  if (raw !== undefined && textOfBlock(raw) === text) return raw
  return void lose(
    ledger,
    'provider-options',
    'The block of this part is not sent: it is not allowed here, or its text has changed.',
  )
}

export function isRawBlock(block: unknown): block is RawBlock {
  return isRecord(block) && typeof block['type'] === 'string'
}

/** Types with a canonical part of their own, or that need a counterpart which a part without an id cannot have. */
const written: readonly string[] = [
  'text',
  'image',
  'document',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
]

function hasPartner({ type }: RawBlock): boolean {
  return type.endsWith('_tool_use') || type.endsWith('_tool_result')
}

export function isForUser(block: RawBlock): boolean {
  return isContentDocument(block) || (!written.includes(block.type) && !hasPartner(block))
}

export function isForAssistant(block: RawBlock): boolean {
  return !written.includes(block.type) && block.type !== 'search_result' && !hasPartner(block)
}

export function isForResult(block: RawBlock): boolean {
  if (block.type === 'compaction') return false
  return isContentDocument(block) || (!written.includes(block.type) && !hasPartner(block))
}

/** Whether a block is allowed in a system message in the middle of a conversation. */
export function isForSystem(block: unknown): block is RawBlock {
  if (!isRawBlock(block)) return false
  const { type, text } = block
  if (type === 'compaction') return false
  return type === 'text' ? typeof text === 'string' && !isBlank(text) : !written.includes(type) && !hasPartner(block)
}

/** Whether a document consists of texts and images, which no canonical file can express. */
function isContentDocument({ type, source }: RawBlock): boolean {
  return type === 'document' && isRecord(source) && source['type'] === 'content'
}

export function isServerCall(block: RawBlock): boolean {
  const { type, id, name, input } = block
  if (typeof id !== 'string' || typeof name !== 'string' || !isRecord(input) || !type.endsWith('_tool_use'))
    return false
  return (type === 'server_tool_use' ? validServerCallId : validCallId).test(id)
}

export function isServerResult({ type, tool_use_id: id, content }: RawBlock): boolean {
  return type.endsWith('_tool_result') && typeof id === 'string' && content !== undefined
}

/** Returns the text of a block, for models of other providers; '' if it has none. */
export function textOfBlock(block: RawBlock): string {
  const content: unknown = isRecord(block['source']) ? block['source']['content'] : block['content']
  const texts = [block['title'], block['text'], content].flatMap(textsOf)
  return texts.filter((text) => text !== '').join('\n')
}

export function textOfBlocks(blocks: readonly RawBlock[]): string {
  return blocks
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n\n')
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => (isRecord(item) && typeof item['text'] === 'string' ? [item['text']] : []))
}
