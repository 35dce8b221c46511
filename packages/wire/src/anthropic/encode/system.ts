import type { SystemMessage, SystemPart } from '@lamella/core'
import { isBlank } from '../../shared/guards.ts'
import { at, cleanText, type Ledger, lose, mend } from '../../shared/ledger.ts'
import type { AnthropicTextBlock } from '../block-types.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { textBlock } from './drafts.ts'
import type { AnthropicState, SystemBlock } from './state.ts'

const known: AnthropicKeys = ['role', ...ofMark, 'endsBlock', 'extra']

/** Adds a part of the system prompt, at the encoder's current position; nothing if it is empty. */
export function addSystemPart(state: AnthropicState, message: SystemMessage): void {
  const fields = readFields(state, message.providerOptions, known)
  const control = controlOf(state, fields)
  const text = cleanText(state, message.content)
  if (isBlank(text)) {
    if (text !== '') mend(state, 'empty-text', 'A blank part of the system prompt is dropped.')
    if (fields.extra !== undefined) lose(state, 'provider-options', 'An empty part cannot have fields.')
    if (control !== undefined) lose(state, 'cache', 'An empty part cannot carry a cache mark.')
    return
  }
  const plain = textBlock(text)
  const block = withExtra(state, plain, fields.extra)
  askMark(state, block, control)
  const { list, index } = state
  const { stability } = message as Partial<SystemPart>
  state.run.prompt.push({
    block,
    isAlone: block !== plain,
    isEnd: control !== undefined || fields.endsBlock === true,
    list: list === 'system' ? list : 'messages',
    index,
    stability,
  })
}

/** How the system prompt is written. */
export interface SystemForm {
  /** Whether the parts are joined to one text. Otherwise, each part is one block. */
  readonly isJoined: boolean
  readonly separator: string
  /** Whether the joined text is split for a cache plan. */
  readonly isPlanned: boolean
}

/**
 * Writes the system prompt, once the cache marks are set. Joined, it is one text, split into blocks only where a mark
 * may be needed; the blocks together contain the same text.
 *
 * It is split where a part asks for a mark or ends its block, and with a cache plan where the stability of the layers changes, whether or
 * not a mark is set there: marks move from request to request, and in a run the blocks must stay the same.
 */
export function writeSystem(
  ledger: Ledger,
  parts: readonly SystemBlock[],
  { isJoined, separator: given, isPlanned }: SystemForm,
): string | AnthropicTextBlock[] | undefined {
  const [begin] = parts
  if (begin === undefined) return undefined
  if (!isJoined) return parts.map(({ block }) => block)
  const separator = parts.length > 1 ? cleanText(at(ledger, begin.list, begin.index), given) : ''
  const blocks: AnthropicTextBlock[] = []
  let texts: string[] = []
  const close = (last: AnthropicTextBlock): void => {
    const text = texts.join(separator)
    // The separator follows the split: cached text must not depend on what comes after it.
    const isCut = blocks.length > 0 && !text.startsWith(separator)
    blocks.push({ ...last, text: isCut ? separator + text : text })
    texts = []
  }
  for (const [at, { block, isAlone, isEnd, stability }] of parts.entries()) {
    texts.push(block.text)
    const next = parts[at + 1]
    const isSplit = isEnd || block.cache_control !== undefined || (isPlanned && next?.stability !== stability)
    if (next === undefined || isAlone || next.isAlone || isSplit) close(block)
  }
  const [first] = blocks
  return blocks.length === 1 && first !== undefined && Object.keys(first).length === 2 ? first.text : blocks
}
