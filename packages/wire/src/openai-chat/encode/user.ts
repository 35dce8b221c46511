import type { UserMessage, UserPart } from '@lamella/core'
import { cleanText, lose, mend, partText } from '../../shared/ledger.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatMessage, OpenAIChatUserMessage, OpenAIChatUserPart } from '../types.ts'
import { encodeFile, encodeImage } from './media.ts'
import { withValidName } from './participant.ts'
import { joinPieces, type Piece } from './pieces.ts'
import type { EncodeState } from './state.ts'

/** Writes a user message. If nothing is in it, it is left out and that is noted. */
export function encodeUser(state: EncodeState, message: UserMessage, out: OpenAIChatMessage[]): void {
  const content = encodeContent(state, message.content)
  if (content === '') {
    mend(state, 'empty-message', 'The user message is empty and is left out.')
    return
  }
  const wire: OpenAIChatUserMessage = { role: 'user', content }
  out.push(withExtra(state, wire, withValidName(state, readFields(state, message.providerOptions, ['extra']))))
}

function encodeContent(state: EncodeState, content: UserMessage['content']): OpenAIChatUserMessage['content'] {
  if (typeof content === 'string') return cleanText(state, content)
  const pieces: Piece<OpenAIChatUserPart>[] = []
  for (const [index, part] of content.entries()) {
    state.part = index
    const piece = encodePart(state, part)
    if (piece !== '') pieces.push(piece)
  }
  state.part = -1
  return joinPieces(pieces)
}

function encodePart(state: EncodeState, part: UserPart): Piece<OpenAIChatUserPart> {
  switch (part.type) {
    case 'text': {
      const fields = readFields(state, part.providerOptions, ['extra'])
      const text = partText(state, part.text)
      return text === '' || fields.extra === undefined ? text : withExtra(state, { type: 'text', text }, fields)
    }
    case 'image':
      return encodeImage(state, part)
    case 'file':
      return encodeFile(state, part)
    default:
      lose(state, 'part', `OpenAI Chat has no user part of the type ${(part as { type: string }).type}.`)
      return ''
  }
}
