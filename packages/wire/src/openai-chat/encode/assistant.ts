import type { AssistantMessage, Message } from '@lamella/core'
import { callIds } from '../../shared/call-ids.ts'
import { lose } from '../../shared/loss.ts'
import { type PairedCalls, type PlacedCall, pairCalls, resultsFrom, unansweredCall } from '../../shared/tool-pairs.ts'
import { portableCallId } from '../limits.ts'
import { type OpenAIChatFields, readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatMessage, OpenAIChatToolCall } from '../types.ts'
import { type AssistantPiece, contentOf, sortParts } from './assistant-parts.ts'
import type { EncodeState } from './state.ts'
import { encodeCall } from './tool-call.ts'
import { encodeResult } from './tool-result.ts'

/**
 * Writes the assistant message where the encoder stands, and one message for each of its tool results in the order of the
 * calls. Returns the index of the message after those.
 *
 * A call with its result inside of the message (the provider ran the tool) becomes an ordinary call with a result; what
 * the assistant said after it becomes a second assistant message.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR` for a call without a result or a result without a call.
 */
export function encodeAssistant(
  state: EncodeState,
  messages: readonly Message[],
  message: AssistantMessage,
  out: OpenAIChatMessage[],
): number {
  const { index } = state
  const before = out.length
  const fields = readFields(state, message.providerOptions, ['extra'])
  const sorted = sortParts(state, message.content)
  let texts: readonly AssistantPiece[] = sorted.texts
  let calls: readonly PlacedCall[] = sorted.calls
  if (sorted.inline.length > 0) {
    const ran = pairCalls(calls, sorted.inline)
    for (const { part } of ran.answered) {
      state.part = part
      lose(state, 'provider-executed', 'Sent as an ordinary call with a result.')
    }
    writeTurn(state, texts.slice(0, sorted.textsBefore), ran, {}, out)
    texts = texts.slice(sorted.textsBefore)
    calls = ran.open
  }

  const turn = pairCalls(calls, resultsFrom(messages, index + 1))
  for (const placed of turn.open) loseOpenCall(state, placed)
  writeTurn(state, texts, turn, fields, out)
  if (out.length === before) lose(state, 'empty-message', 'The assistant message is empty and is left out.')
  return skipResults(state, messages, index + 1)
}

/** One assistant message and its tool messages; nothing at all if it has neither text nor calls. */
function writeTurn(
  state: EncodeState,
  texts: readonly AssistantPiece[],
  { answered, answers }: PairedCalls,
  fields: OpenAIChatFields,
  out: OpenAIChatMessage[],
): void {
  const { index } = state
  const content = contentOf(state, texts)
  if (answered.length === 0) {
    // A recorded answer in speech is the id of a recording, without a text.
    if (content === null && fields.extra?.['audio'] === undefined) return
    out.push(withExtra<OpenAIChatAssistantMessage>(state, { role: 'assistant', content }, fields))
    return
  }
  const ids = callIds(
    answered.map(({ call }) => call.toolCallId),
    portableCallId,
  )
  const tool_calls: OpenAIChatToolCall[] = answered.map((placed, call) => encodeCall(state, placed, ids[call] ?? ''))
  state.part = -1
  const wire: OpenAIChatAssistantMessage = { role: 'assistant', content, tool_calls }
  out.push(withExtra(state, wire, fields))
  for (let call = 0; call < answers.length; call++) {
    const answer = answers[call]
    if (answer !== undefined) out.push(encodeResult(state, answer, ids[call] ?? ''))
  }
  state.index = index
  state.part = -1
}

/** A call without a result is an error, but for one that the provider ran: its result may have stayed with the provider. */
function loseOpenCall(state: EncodeState, { call, part }: PlacedCall): void {
  if (call.providerExecuted !== true) throw unansweredCall(state.index, call.toolCallId)
  state.part = part
  lose(state, 'provider-executed', 'A call that the provider ran has no result here and is left out.')
  state.part = -1
}

/** The index after the tool messages. Options of a whole tool message have no place, since each result is a message. */
function skipResults(state: EncodeState, messages: readonly Message[], start: number): number {
  let index = start
  for (let message = messages[index]; message?.role === 'tool'; message = messages[++index]) {
    state.index = index
    readFields(state, message.providerOptions, [])
  }
  return index
}
