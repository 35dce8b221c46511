import type { Message } from '../../contract/message.ts'
import { contentFingerprint } from '../../run/fingerprint.ts'
import type { PendingRecord, RunPlace, RunRecord } from './stored-record.ts'

/**
 * Compares the pending requests with what the session has become. One whose answer was appended becomes the run; one that
 * another message has replaced is gone; the others still wait.
 *
 * @param length The number of messages in the store.
 */
export async function settle(place: RunPlace, record: RunRecord, length: number): Promise<RunRecord> {
  let settled: RunRecord = { ...record, pending: [] }
  const open: PendingRecord[] = []
  for (const one of record.pending) {
    const fate = await fateOf(place, one, length)
    if (fate === 'open') open.push(one)
    if (fate !== 'answered') continue
    const { cut: asked, answered: _, ...others } = settled
    const { operation, message, cut } = one
    settled = {
      ...others,
      run: one.run,
      ...(asked && !cut && { cut: true }),
      ...(operation !== undefined && { answered: { operation, ...(message && { message }) } }),
    }
  }
  return { ...settled, pending: open }
}

async function fateOf(
  { sessions, scope, id }: RunPlace,
  { base, message }: PendingRecord,
  length: number,
): Promise<'open' | 'answered' | 'replaced'> {
  if (length < base) return 'replaced'
  if (length === base) return 'open'
  const stored = await sessions.read(scope, id, base, base + 2)
  const [first, second] = stored.map((one) => one.message)
  if (message === undefined) return first?.role === 'assistant' ? 'answered' : 'replaced'
  if (first === undefined || !isSameMessage(first, message)) return 'replaced'
  if (second === undefined) return length > base + 1 ? 'replaced' : 'open'
  return second.role === 'assistant' ? 'answered' : 'replaced'
}

/** Whether two messages are sent alike. */
export function isSameMessage(one: Message | undefined, other: Message | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return contentFingerprint([one]) === contentFingerprint([other])
}
