import { LamellaError, type Message } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import type { MessageBatch } from './batch.ts'
import { batchReach } from './batch-reach.ts'

/** A batch and the positions of its messages in their session. */
interface PlacedBatch {
  readonly batch: MessageBatch
  /** Position of the first message; for an empty batch, where it would be. */
  readonly start: number
  /** Position after the last message. */
  readonly end: number
}

/** Batches that stay together, nearly always one. */
export interface BatchGroup {
  readonly batches: readonly PlacedBatch[]
  readonly messages: readonly Message[]
  readonly start: number
  readonly end: number
  /** Whether the group begins where the previous one ends, with no message of the session missing between them. */
  readonly follows: boolean
  /** Whether no message of the session is missing within the group. */
  readonly solid: boolean
  readonly active: boolean
  /** Whether all its batches are complete. */
  readonly complete: boolean
}

/** Where the messages are in their session. */
export interface Places {
  /** Position of the first message. `undefined`: the position in a summary at the beginning, or else 0. */
  readonly start: number | undefined
  /** Whether a summary occupies the positions of all messages it summarizes, or one position. */
  readonly summaries: 'ranges' | 'messages'
}

/** Groups batches that must stay together, with everything between them. @throws LamellaError `OPTION_INVALID` */
export function groupBatches(batches: readonly MessageBatch[], places: Places): readonly BatchGroup[] {
  const reach = batchReach(batches)
  const placed = placeBatches(batches, places)
  const groups: BatchGroup[] = []
  for (let index = 0; index < batches.length; ) {
    const from = index
    for (let last = index; index <= last; index++) last = Math.max(last, reach[index] ?? index)
    const own = placed.slice(from, index)
    const [first = noBatch] = own
    groups.push({
      batches: own,
      messages: own.length === 1 ? first.batch.messages : own.flatMap(({ batch }) => batch.messages),
      start: first.start,
      end: own.at(-1)?.end ?? first.end,
      follows: first.follows,
      solid: own.every(({ solid, follows }, at) => solid && (at === 0 || follows)),
      active: own.some(({ batch }) => batch.active === true),
      complete: own.every(({ batch }) => batch.complete),
    })
  }
  return groups
}

type Placed = PlacedBatch & Pick<BatchGroup, 'follows' | 'solid'>

const noBatch: Placed = {
  batch: { id: '', messages: [], complete: true },
  start: 0,
  end: 0,
  follows: true,
  solid: true,
}

function placeBatches(batches: readonly MessageBatch[], { start: given, summaries }: Places): readonly Placed[] {
  const rangeOf = (message: Message | undefined): { readonly start: number; readonly end: number } | undefined =>
    message && summaries === 'ranges' ? summaryRange(message) : undefined
  const first = batches.find(({ messages }) => messages.length > 0)?.messages[0]
  let position = given ?? rangeOf(first)?.start ?? 0
  return batches.map((batch) => {
    const before = position
    let start = before
    let solid = true
    for (const [at, message] of batch.messages.entries()) {
      const range = rangeOf(message)
      if (range && range.start < position) throw overlap(position, range.start)
      if (at === 0) start = range?.start ?? position
      else if (range && range.start > position) solid = false
      position = range?.end ?? position + 1
    }
    return { batch, start, end: position, follows: start === before, solid }
  })
}

function overlap(position: number, start: number): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `compressMessages: a summary claims to begin at message ${start}, but is at position ${position}.`,
    fix: "Pass the position of the first message as 'start', or summaries: 'messages' if summaries are messages of the session itself.",
    details: { what: 'compressMessages', option: 'start' },
  })
}
