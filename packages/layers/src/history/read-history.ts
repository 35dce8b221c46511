import type { LayerRequest, Message, Notice } from '@lamella/core'
import { leadingInstructions, withLeading } from './leading-instructions.ts'
import type { PinOptions } from './pins/pin-options.ts'
import { readBefore, readKept } from './read-ranges.ts'
import { messagesOf, readTail, type Tail, type TailLimits } from './read-tail.ts'

/** How much is read, and what is pinned. */
export interface ReadLimits extends Omit<TailLimits, 'count'> {
  readonly pin: PinOptions | undefined
}

/**
 * Reads what a request needs of a session: in the middle of an epoch what the epoch sends, otherwise the end of the session;
 * and the pinned messages.
 */
export async function readHistory(
  request: LayerRequest,
  limits: ReadLimits,
): Promise<{ readonly tail: Tail; readonly notices: readonly Notice[] }> {
  const { session, run, signal, count } = request
  const one = (item: Message): number => count([item])
  const tail = run?.kept
    ? await readKept(session, run.kept, one, { signal })
    : await readTail(session, { ...limits, count: one }, { signal })
  const { pin } = limits
  const leading = await leadingInstructions(tail, request)
  const led = leading.length > 0 ? { ...tail, pins: leading } : tail
  if (pin === undefined) return { tail: led, notices: [] }
  // What was chosen in the epoch before stays, although it may be older than what is read now.
  const isEarlier = pin.choose !== undefined && run?.before !== undefined
  const earlier = isEarlier ? await readBefore(session, run.before, tail.start, { signal }) : []
  const { findPins } = await import('./on-demand.ts')
  const { messages, notices } = await findPins(pin, [...earlier, ...messagesOf(tail)], request)
  return { tail: { ...tail, pins: withLeading(leading, messages) }, notices }
}
