import { loseAside } from '../../shared/aside.ts'
import { mend } from '../../shared/ledger.ts'
import { type Segment, segmentsOf } from '../../shared/segments.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatMessage, OpenAIChatToolCall } from '../types.ts'
import { encodeTexts } from './assistant-parts.ts'
import { withValidName } from './participant.ts'
import type { EncodeState } from './state.ts'
import { encodeCall } from './tool-call.ts'
import { encodeResult } from './tool-result.ts'

const noFields: OpenAIChatFields = {}
const noTool = (): boolean => false

/**
 * Writes an assistant message, and one message for each of its tool results in the order of the calls. A call that the
 * provider ran becomes an ordinary call with a result; what the assistant said after it becomes a second message.
 */
export function encodeAssistant(state: EncodeState, turn: AssistantTurn, out: OpenAIChatMessage[]): void {
  const before = out.length
  const fields = withValidName(state, readFields(state, turn.message.providerOptions, ['extra']))
  const segments = segmentsOf(state, turn, noTool)
  for (let number = 0; number < segments.length; number++) {
    // Fields of the message stand once, on what it ends with.
    writeSegment(state, segments[number] as Segment, number === segments.length - 1 ? fields : noFields, out)
    state.index = turn.index
  }
  if (segments.length === 0 && hasAudio(fields)) writeSegment(state, { parts: [], pairs: [] }, fields, out)
  loseAside(state, turn, (options) => void readFields(state, options, []))
  if (out.length > before) return
  state.index = turn.index
  mend(state, 'empty-message', 'The assistant message is empty and is left out.')
}

/** One assistant message and its tool messages; nothing at all if it has neither text nor calls. */
function writeSegment(
  state: EncodeState,
  { parts, pairs }: Segment,
  fields: OpenAIChatFields,
  out: OpenAIChatMessage[],
): void {
  const content = encodeTexts(state, parts)
  if (pairs.length === 0) {
    if (content === null && !hasAudio(fields)) return
    out.push(withExtra<OpenAIChatAssistantMessage>(state, { role: 'assistant', content }, fields))
    return
  }
  const ids = state.ids.take(state, pairs)
  const tool_calls: OpenAIChatToolCall[] = []
  for (let call = 0; call < pairs.length; call++) {
    tool_calls.push(encodeCall(state, pairs[call] as PairedCall, ids[call] ?? ''))
  }
  state.part = -1
  const wire: OpenAIChatAssistantMessage = { role: 'assistant', content, tool_calls }
  out.push(withExtra(state, wire, fields))
  for (let call = 0; call < pairs.length; call++) {
    out.push(encodeResult(state, (pairs[call] as PairedCall).answer, ids[call] ?? ''))
  }
  state.part = -1
}

/** A recorded answer in speech is the id of a recording, without a text. */
function hasAudio(fields: OpenAIChatFields): boolean {
  return fields.extra?.['audio'] !== undefined
}
