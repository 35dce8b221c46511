import type { AssistantPart, ToolCallPart, ToolResultPart } from '@lamella/core'
import { atPart, type Ledger, lose, mend } from './ledger.ts'
import type { PairedCall } from './tool-pairs.ts'
import { type AssistantTurn, noPairs } from './turns.ts'

/** A part of an assistant message, its index, and its answer if it is a call that a tool message answers. */
export interface PlacedPart {
  readonly part: AssistantPart
  readonly index: number
  readonly pair?: PairedCall
}

/** One assistant message of a request, and the results after it. */
export interface Segment {
  /** In the order of the message. */
  readonly parts: readonly PlacedPart[]
  /** The calls among the parts that need a result after the message, in order. */
  readonly pairs: readonly PairedCall[]
}

/** Whether the format itself can write a provider-executed call or result. `index`: of the part in its message. */
type IsNative = (part: ToolCallPart | ToolResultPart, index: number) => boolean

/**
 * Splits a canonical message into assistant messages: one, or two if a provider of another format executed tools in the
 * middle of it. Their calls and results become an ordinary call with a result, and later content a separate message.
 * Leaves out calls without a result that the format has no place for. Reports each change.
 *
 * @param ledger The ledger at the message.
 */
export function segmentsOf(ledger: Ledger, turn: AssistantTurn, isNative: IsNative): readonly Segment[] {
  const { message, pairs, inline } = turn
  if (inline === noPairs || typeof message.content === 'string') return [{ parts: partsOf(turn), pairs }]

  const foreign = inline.pairs.filter(
    ({ call, part, answer }) => !(isNative(call, part) && isNative(answer.result, answer.part)),
  )
  const gone = new Set<number>()
  for (const { part, answer } of foreign) {
    gone.add(answer.part)
    lose(atPart(ledger, part), 'provider-executed', 'Sent as an ordinary call with a result.')
  }
  for (const { call, part } of inline.open) {
    if (isNative(call, part)) continue
    gone.add(part)
    const what = 'A provider-executed call has no result here and is left out.'
    lose(atPart(ledger, part), 'provider-executed', what)
  }
  for (const { result, part } of inline.orphans) {
    if (isNative(result, part)) continue
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
    // A client's call stays with the other client calls, whatever its position.
    const isFirst = ran !== undefined || (pair === undefined && index < end)
    ;(isFirst ? first : rest).push(placed)
  }
  const segments: Segment[] = []
  if (first.length > 0) segments.push({ parts: first, pairs: foreign })
  if (rest.length > 0) segments.push({ parts: rest, pairs })
  return segments
}

/** Returns the parts of a message without provider-executed tools. Plain text is one part at the message's position. */
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

/**
 * Returns the blocks of an assistant message with its calls after all texts, as some providers require. Thinking stays
 * before what it led to if possible.
 */
export function withCallsLast<Block>(
  ledger: Ledger,
  blocks: Block[],
  kindOf: (block: Block) => 'call' | 'text' | undefined,
): Block[] {
  const firstCall = blocks.findIndex((block) => kindOf(block) === 'call')
  if (firstCall < 0 || !blocks.some((block, at) => at > firstCall && kindOf(block) === 'text')) return blocks
  mend(ledger, 'order', 'Calls are sent after the texts of their message.')
  const calls = blocks.filter((block) => kindOf(block) === 'call')
  return [...blocks.filter((block) => kindOf(block) !== 'call'), ...calls]
}
