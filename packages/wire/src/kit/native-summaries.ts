import type { Message, UserMessage } from '@lamella/core'
import { nativeSummaryOf } from '@lamella/core/plugin'
import type { PlacedMessages } from '../messages/placed-messages.ts'
import { wireError } from '../shared/errors.ts'
import { at, type Ledger, lose, pathOf } from '../shared/ledger.ts'
import type { EncoderDefinition } from './format.ts'
import type { EncodeBase, EncodeState, FormatTypes } from './run.ts'

/**
 * Decides for each summary of a session whether the format writes the provider's own form. Where it does not, the
 * summary is an ordinary message with the text.
 *
 * @throws LamellaError `WIRE_SUMMARY_OPAQUE` for a summary that only another provider can read: the request would lack
 * everything that it replaces.
 */
export function withNativeSummaries<Types extends FormatTypes>(
  format: EncoderDefinition<Types>,
  ledger: Ledger<unknown, EncodeBase<Types>>,
  messages: readonly Message[],
): PlacedMessages {
  // Most conversations have no summary.
  if (messages.every((message) => nativeSummaryOf(message) === undefined)) return { messages, places: undefined }
  const { summaries } = format.conversation ?? {}
  const kept: Message[] = []
  const places: number[] = []
  for (const [index, message] of messages.entries()) {
    const native = nativeSummaryOf(message)
    if (native === undefined) {
      kept.push(message)
      places.push(index)
      continue
    }
    const next = messages[index + 1]
    const isOwn = summaries !== undefined && native.format === format.name
    // The provider compacted while it answered, and its answer, which the session has too, contains the summary.
    if (isOwn && next?.role === 'assistant' && summaries.isIn(native.content, next)) continue
    const isFirst = kept.every(({ role }) => role === 'system')
    const isWritten =
      isOwn && (summaries.place === 'anywhere' || isFirst) && summaries.isValid(native.content, ledger.base.model)
    const here = at(ledger, 'messages', index)
    if (!isWritten && native.opaque === true) throw opaque(format, here, native.format)
    if (!isWritten && isOwn)
      lose(here, 'summary', `${format.title} does not accept its own summary here: its text is sent.`)
    kept.push(isWritten ? message : withoutNative(message))
    places.push(index)
  }
  return { messages: kept, places }
}

/** Writes a native summary; false if the message is none. */
export function writeNativeSummary<Types extends FormatTypes>(
  { encode }: EncoderDefinition<Types>,
  state: EncodeState<Types>,
  message: UserMessage,
): boolean {
  const native = nativeSummaryOf(message)
  if (native === undefined || encode.summary === undefined) return false
  encode.summary(state, native.content)
  return true
}

function withoutNative(message: Message): Message {
  const { lamella, ...others } = message.providerOptions ?? {}
  const { summary, ...marks } = lamella ?? {}
  const { native: _, ...range } = summary as Record<string, never>
  return { ...message, providerOptions: { ...others, lamella: { ...marks, summary: range } } }
}

function opaque(format: { readonly title: string }, place: Ledger, of: string): Error {
  const path = pathOf(place)
  return wireError(
    'WIRE_SUMMARY_OPAQUE',
    `The summary at ${path} can be read only in requests in the format ${of}, and not by ${format.title}.`,
    "Open the session with openSession(store, scope, id, { format }), which shows that format the messages themselves, or let openaiCompaction write a readable text too, with 'summarize'.",
    { path, format: of },
  )
}
