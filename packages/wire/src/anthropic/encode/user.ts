import type { UserMessage, UserPart } from '@lamella/core'
import { cleanText, lose, mend } from '../../shared/ledger.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { isBlank } from '../limits.ts'
import { type AnthropicFields, readFields, withExtra } from '../provider-fields.ts'
import { isForUser, rawBlockOf } from '../raw-block.ts'
import { addMessage, type DraftBlock, textBlock } from './drafts.ts'
import { encodeFile, encodeImage } from './media.ts'
import type { EncodeState } from './state.ts'

const ofMessage: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control', 'extra']
const ofText: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control', 'block', 'extra']
const ofImage: readonly (keyof AnthropicFields)[] = ['cacheControl', 'cache_control', 'fileId', 'extra']
const ofFile: readonly (keyof AnthropicFields)[] = [...ofImage, 'containerUpload', 'title', 'context', 'citations']

/** Writes a user message. If nothing is in it, it is left out and that is noted. */
export function encodeUser(state: EncodeState, message: UserMessage): void {
  const fields = readFields(state, message.providerOptions, ofMessage)
  const control = controlOf(state, fields)
  const content = encodeContent(state, message.content)
  if (content.length === 0) {
    mend(state, 'empty-message', 'The user message is empty and is left out.')
    askLastMark(state, [], control)
    return
  }
  // Only a block can carry a mark.
  const blocks = control !== undefined && typeof content === 'string' ? [textBlock(content)] : content
  if (typeof blocks !== 'string') askLastMark(state, blocks, control)
  addMessage(state, { role: 'user', content: blocks, extra: fields.extra })
}

/** Content of a message that is text alone: '' if there is nothing in it. */
export function encodeString(state: EncodeState, content: string): string {
  const text = cleanText(state, content)
  if (!isBlank(text)) return text
  if (text !== '') mend(state, 'empty-text', 'A text of spaces alone is left out.')
  return ''
}

function encodeContent(state: EncodeState, content: UserMessage['content']): string | DraftBlock[] {
  if (typeof content === 'string') return encodeString(state, content)
  const blocks: DraftBlock[] = []
  for (let index = 0; index < content.length; index++) {
    state.part = index
    const part = content[index] as UserPart
    const fields = readFields(state, part.providerOptions, knownOf(part))
    const control = controlOf(state, fields)
    const block = encodePart(state, part, fields)
    if (block === undefined) askLastMark(state, [], control)
    else {
      blocks.push(block)
      askLastMark(state, [block], control)
    }
  }
  state.part = -1
  return blocks
}

function knownOf({ type }: UserPart): readonly (keyof AnthropicFields)[] {
  if (type === 'text') return ofText
  return type === 'image' ? ofImage : ofFile
}

function encodePart(state: EncodeState, part: UserPart, fields: AnthropicFields): DraftBlock | undefined {
  switch (part.type) {
    case 'text': {
      const raw = rawBlockOf(state, fields.block, part.text, isForUser)
      if (raw !== undefined) return raw as unknown as DraftBlock
      const text = partText(state, part.text)
      return text === '' ? undefined : withExtra(state, textBlock(text), fields.extra)
    }
    case 'image':
      return encodeImage(state, part, fields)
    case 'file':
      return encodeFile(state, part, fields)
    default:
      lose(state, 'part', `Anthropic has no user part of the type ${(part as { type: string }).type}.`)
      return undefined
  }
}

/** A text of a part as it may be sent: well formed, and noted where there is nothing in it, which the caller leaves out. */
export function partText(state: EncodeState, text: string): string {
  const clean = cleanText(state, text)
  if (!isBlank(clean)) return clean
  mend(state, 'empty-text', 'A text without anything in it is left out.')
  return ''
}
