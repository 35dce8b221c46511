import type { AssistantPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { atPart, type Ledger, lose, mend } from './ledger.ts'
import type { PairedCall } from './tool-pairs.ts'
import { type AssistantTurn, noPairs } from './turns.ts'

/** A part of an assistant message, which part it is, and what answers it if it is a call that a tool message answers. */
export interface PlacedPart {
  readonly part: AssistantPart
  readonly index: number
  readonly pair?: PairedCall
}

/** One assistant message of a request, and the results behind it. */
export interface Segment {
  /** In the order of the message. */
  readonly parts: readonly PlacedPart[]
  /** The calls among the parts that need a result behind the message, in their order. */
  readonly pairs: readonly PairedCall[]
}

/** Whether the format itself can write a call or result of a tool that the provider ran. */
export type IsNative = (part: ToolCallPart | ToolResultPart) => boolean

/**
 * The assistant messages that one canonical message becomes: one, or two where a provider of another format ran tools in
 * the middle of it. Their calls and results become an ordinary call with a result, and what was said after them a message
 * of its own. Calls without a result that the format has no place for are left out; each such thing is noted.
 *
 * @param ledger At the message.
 */
export function segmentsOf(ledger: Ledger, turn: AssistantTurn, isNative: IsNative): readonly Segment[] {
  const { message, pairs, inline } = turn
  if (inline === noPairs || typeof message.content === 'string') return [{ parts: partsOf(turn), pairs }]

  const foreign = inline.pairs.filter(({ call, answer }) => !(isNative(call) && isNative(answer.result)))
  const gone = new Set<number>()
  for (const { part, answer } of foreign) {
    gone.add(answer.part)
    lose(atPart(ledger, part), 'provider-executed', 'Sent as an ordinary call with a result.')
  }
  for (const { call, part } of inline.open) {
    if (isNative(call)) continue
    gone.add(part)
    const what = 'A call that the provider ran has no result here and is left out.'
    lose(atPart(ledger, part), 'provider-executed', what)
  }
  for (const { result, part } of inline.orphans) {
    if (isNative(result)) continue
    gone.add(part)
    mend(atPart(ledger, part), 'tool-pair', 'A tool result without a call is left out.')
  }

  const end = foreign.reduce((last, { answer }) => Math.max(last, answer.part), -1)
  const first: PlacedPart[] = []
  const rest: PlacedPart[] = []
  const foreignAt = new Map(foreign.map((pair) => [pair.part, pair]))
  const pairAt = new Map(pairs.map((pair) => [pair.part, pair]))
  for (const [index, part] of message.content.entries()) {
    if (gone.has(index)) continue
    const ran = foreignAt.get(index)
    const pair = ran ?? pairAt.get(index)
    const placed: PlacedPart = pair === undefined ? { part, index } : { part, index, pair }
    // A call of the client stays with the calls of the client, wherever it stands.
    const isFirst = ran !== undefined || (pair === undefined && index < end)
    ;(isFirst ? first : rest).push(placed)
  }
  const segments: Segment[] = []
  if (first.length > 0) segments.push({ parts: first, pairs: foreign })
  if (rest.length > 0) segments.push({ parts: rest, pairs })
  return segments
}

/** The parts of a message in which no provider ran a tool. Plain text is one part at the place of the message. */
export function partsOf({ message: { content }, pairs }: AssistantTurn): readonly PlacedPart[] {
  if (typeof content === 'string') return [{ part: { type: 'text', text: content }, index: -1 }]
  let next = 0
  return content.map((part, index): PlacedPart => {
    const pair = pairs[next]
    if (pair?.part !== index) return { part, index }
    next++
    return { part, index, pair }
  })
}
