import type { TextPart, UserMessage, UserPart } from '@lamella/core'
import type { EncodeHooks } from '../../kit/format.ts'
import { isBlank } from '../../shared/guards.ts'
import { cleanText, mend } from '../../shared/ledger.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { markMessageStart } from '../cache/plan.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { isForUser, rawBlockOf } from '../raw-block.ts'
import { addMessage, type DraftBlock, textBlock } from './drafts.ts'
import { encodeFile, encodeImage } from './media.ts'
import type { AnthropicState, AnthropicTypes } from './state.ts'

const ofMessage: AnthropicKeys = [...ofMark, 'extra']
const ofText: AnthropicKeys = [...ofMark, 'block', 'extra']
const ofImage: AnthropicKeys = [...ofMark, 'fileId', 'extra']
const ofFile: AnthropicKeys = [...ofImage, 'containerUpload', 'title', 'context', 'citations']

export function encodeUser(
  state: AnthropicState,
  said: string | readonly (DraftBlock | string)[],
  { providerOptions }: UserMessage,
): void {
  const { drafts, plan } = state.run
  const fields = readFields(state, providerOptions, ofMessage)
  const control = controlOf(state, fields)
  if (said.length === 0) {
    askLastMark(state, [], control)
    return
  }
  if (plan !== undefined) markMessageStart(plan.places, drafts, state.index)
  // Only a block can carry a mark.
  const content = typeof said === 'string' && control === undefined ? said : blocksOfAll(said)
  if (typeof content !== 'string') askLastMark(state, content, control)
  addMessage(state, { role: 'user', content, extra: fields.extra })
}

function blocksOfAll(said: string | readonly (DraftBlock | string)[]): DraftBlock[] {
  const pieces = typeof said === 'string' ? [said] : said
  return pieces.map((piece) => (typeof piece === 'string' ? textBlock(piece) : piece))
}

/** Returns string content of a message; '' if it is empty. */
export function encodeString(state: AnthropicState, content: string): string {
  const text = cleanText(state, content)
  if (!isBlank(text)) return text
  if (text !== '') mend(state, 'empty-text', 'A blank text is dropped.')
  return ''
}

/** The functions that encode the parts of a user message, each with the mark that the part sets. */
export const userParts: EncodeHooks<AnthropicTypes>['userParts'] = {
  text: marked(ofText, (state, part: TextPart, fields) => {
    const raw = rawBlockOf(state, fields.block, part.text, isForUser)
    if (raw !== undefined) {
      const block = raw as unknown as DraftBlock
      if (raw.type === 'compaction') state.run.origins.set(block, { index: state.index, part: state.part })
      return block
    }
    const text = partText(state, part.text)
    return text === '' ? undefined : withExtra(state, textBlock(text), fields.extra)
  }),
  image: marked(ofImage, encodeImage),
  file: marked(ofFile, encodeFile),
}

function marked<Part extends UserPart>(
  known: AnthropicKeys,
  write: (state: AnthropicState, part: Part, fields: AnthropicFields) => DraftBlock | undefined,
): (state: AnthropicState, part: Part) => DraftBlock | undefined {
  return (state, part) => {
    const fields = readFields(state, part.providerOptions, known)
    const control = controlOf(state, fields)
    const block = write(state, part, fields)
    askLastMark(state, block === undefined ? [] : [block], control)
    return block
  }
}

/** Returns the text of a part in a form that can be sent: well formed; reports an empty one, which the caller drops. */
export function partText(state: AnthropicState, text: string): string {
  const clean = cleanText(state, text)
  if (!isBlank(clean)) return clean
  mend(state, 'empty-text', 'An empty text is dropped.')
  return ''
}
