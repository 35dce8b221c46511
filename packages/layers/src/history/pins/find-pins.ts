import type { LayerRequest, Message, Notice } from '@lamella/core'
import { type PlacedMessage, parseSize, storePlaces, summaryRange } from '@lamella/core/plugin'
import { createMessageReader } from './message-reader.ts'
import { pinCandidates } from './pin-candidates.ts'
import { notShown, overLimit } from './pin-notices.ts'
import type { PinOptions } from './pin-options.ts'
import { withPin } from './with-pin.ts'

/** Pinned messages with what they bring with them, in order, and what could not be pinned. */
export interface FoundPins {
  readonly messages: readonly PlacedMessage[]
  readonly notices: readonly Notice[]
}

/** How many pins may be too large for the rest of the limit before no older ones are tried: each may cost a read. */
const mostTries = 32

/**
 * Finds the pinned messages within the limit, newest first, and reads those that are not known. In the middle of an epoch it
 * reads nothing: what the epoch does not send has to wait for the next cut for room.
 *
 * @param known The messages that the history has read.
 * @throws LamellaError `PIN_INVALID`
 */
export async function findPins(
  pin: PinOptions,
  known: readonly PlacedMessage[],
  { session, scope, signal, run, limit, count }: LayerRequest,
): Promise<FoundPins> {
  const { shown, summarized, missing } = await pinCandidates(pin, known, { session, scope, signal })
  const reader = createMessageReader(known, run?.kept ? undefined : session, { signal })
  const max = parseSize(pin.max ?? '25%', limit) ?? 0
  const found = new Map<number, Message>()
  const waiting: number[] = []
  const left: number[] = []
  let used = 0
  for (const position of shown) {
    if (found.has(position)) continue
    const messages = left.length < mostTries ? await withPin(position, reader) : undefined
    if (messages?.length === 0) {
      waiting.push(position)
      continue
    }
    const added = (messages ?? []).filter((one) => !found.has(one.position))
    // Summaries are pinned anyway.
    const cost = added.reduce((sum, { message }) => (summaryRange(message) ? sum : sum + count([message])), 0)
    if (messages === undefined || used + cost > max) left.push(position)
    else {
      used += cost
      for (const one of added) found.set(one.position, one.message)
    }
  }
  const toStore = storePlaces(session)
  return {
    messages: Array.from(found, ([position, message]) => ({ position, message })).sort(
      (a, b) => a.position - b.position,
    ),
    notices: [
      ...overLimit(left.map(toStore), max),
      ...notShown({ summarized, missing, waiting: waiting.map(toStore) }),
    ],
  }
}
