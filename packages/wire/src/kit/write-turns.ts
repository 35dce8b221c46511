import type { UserMessage, UserPart } from '@lamella/core'
import { at, atPart, cleanText, lose, mend } from '../shared/ledger.ts'
import { partsOf, segmentsOf } from '../shared/segments.ts'
import { type AssistantTurn, noPairs, type Turn } from '../shared/turns.ts'
import type { EncoderDefinition } from './format.ts'
import { writeNativeSummary } from './native-summaries.ts'
import type { EncodeState, FormatTypes } from './run.ts'

export function writeTurns<Types extends FormatTypes>(
  format: EncoderDefinition<Types>,
  state: EncodeState<Types>,
  turns: readonly Turn[],
): void {
  for (const turn of turns) {
    const here = at(state, 'messages', turn.index)
    switch (turn.role) {
      case 'user':
        if (!writeNativeSummary(format, here, turn.message)) writeUser(format, here, turn.message)
        break
      case 'assistant':
        writeAssistant(format, here, turn)
        break
      case 'system':
        format.encode.systemMessage(here, turn.message)
        break
      default:
        turn satisfies never
    }
  }
}

/** Writes a user message. Reports an empty one. */
function writeUser<Types extends FormatTypes>(
  { encode, title }: EncoderDefinition<Types>,
  state: EncodeState<Types>,
  message: UserMessage,
): void {
  const { content } = message
  let said: string | (Types['part'] | string)[]
  if (typeof content === 'string') said = encode.userText?.(state, content) ?? cleanText(state, content)
  else {
    said = []
    for (let part = 0; part < content.length; part++) {
      const piece = writeUserPart(encode.userParts, title, atPart(state, part), content[part] as UserPart)
      if (piece !== undefined && piece !== '') said.push(piece)
    }
  }
  if (said.length === 0) mend(state, 'empty-message', 'The user message is empty and is dropped.')
  encode.user(state, said, message)
}

function writeUserPart<Types extends FormatTypes>(
  parts: EncoderDefinition<Types>['encode']['userParts'],
  title: string,
  state: EncodeState<Types>,
  part: UserPart,
): Types['part'] | string | undefined {
  switch (part.type) {
    case 'text':
      return parts.text(state, part)
    case 'image':
      return parts.image(state, part)
    case 'file':
      return parts.file(state, part)
    default:
      part satisfies never
      return void lose(state, 'part', `${title} has no user part type ${(part as { type: string }).type}.`)
  }
}

/**
 * Writes an assistant message and the results of its calls. A call that another provider ran becomes an ordinary call
 * with a result; the assistant's content after it becomes a second message. Reports an empty one.
 */
function writeAssistant<Types extends FormatTypes>(
  { encode }: EncoderDefinition<Types>,
  state: EncodeState<Types>,
  turn: AssistantTurn,
): void {
  const own = encode.open(state, turn)
  const { pairs, inline } = turn
  let isWritten: boolean
  // Messages rarely have provider-executed calls; without them the message is one answer, and no lists are allocated.
  if (inline === noPairs) {
    const ids = state.base.ids.take(state, pairs)
    isWritten = encode.answer(state, { parts: partsOf(turn), pairs, ids, isLast: true }, own)
  } else isWritten = writeSegments(encode, state, turn, own)
  if (encode.close(state, turn, own)) isWritten = true
  if (!isWritten) mend(state, 'empty-message', 'The assistant message is empty and is dropped.')
}

function writeSegments<Types extends FormatTypes>(
  encode: EncoderDefinition<Types>['encode'],
  state: EncodeState<Types>,
  turn: AssistantTurn,
  own: Types['turn'],
): boolean {
  const segments = segmentsOf(state, turn, (part, index) => encode.isNative?.(atPart(state, index), part, own) === true)
  // The message may consist only of its own fields.
  if (segments.length === 0) return encode.answer(state, { parts: [], pairs: [], ids: [], isLast: true }, own)
  let isWritten = false
  for (const [number, { parts, pairs }] of segments.entries()) {
    const ids = state.base.ids.take(state, pairs)
    const isLast = number === segments.length - 1
    if (encode.answer(state, { parts, pairs, ids, isLast }, own)) isWritten = true
  }
  return isWritten
}
