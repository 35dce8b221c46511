import type { Message } from '@lamella/core'
import { contentFingerprint, type StoredMessage } from '@lamella/store'
import type { PendingRecord, RunPlace, RunRecord } from './stored-record.ts'

/**
 * Compares the pending requests with what the session has become. One whose answer was appended becomes the run; one that
 * another message has replaced is gone; the others still wait. If a request was answered that is no longer kept, the next one
 * begins a new epoch.
 *
 * @param length The number of messages in the store, read after the record: before, others may not have written it for
 * this session yet.
 */
export async function settle(place: RunPlace, record: RunRecord, length: number): Promise<RunRecord> {
  let settled: RunRecord = { ...record, pending: [] }
  const open: PendingRecord[] = []
  const answered: number[] = []
  for (const one of record.pending) {
    const fate = await fateOf(place, one, length)
    if (fate === 'open') open.push(one)
    if (fate !== 'answered') continue
    answered.push(one.base)
    const { cut: asked, answered: _, ...others } = settled
    const { operation, message, cut, replaces } = one
    settled = {
      ...others,
      run: one.run,
      ...(((asked && !cut) || replaces) && { cut: true }),
      ...(operation !== undefined && { answered: { operation, ...(message && { message }) } }),
    }
  }
  const { forgotten, ...others } = settled
  if (forgotten === undefined) return { ...settled, pending: open }
  const fate = answered.includes(forgotten) ? 'replaced' : await fateOf(place, { base: forgotten, any: true }, length)
  const cut = fate === 'answered' ? { cut: true } : fate === 'open' ? { forgotten } : {}
  return { ...others, ...cut, pending: open }
}

/** A place where an answer is awaited: that of a request with a message or without, or of any. */
type Awaited = Pick<PendingRecord, 'base' | 'message'> & { readonly any?: boolean }

async function fateOf(
  place: RunPlace,
  { base, message, any = false }: Awaited,
  length: number,
): Promise<'open' | 'answered' | 'replaced'> {
  if (length < base) return 'replaced'
  const first = await firstAfterResults(place, base, length)
  if (first === undefined) return 'open'
  if (first.message.role === 'assistant' && message === undefined) return 'answered'
  if (message === undefined && !any) return 'replaced'
  if (first.position > base || !(any || isSameMessage(first.message, message))) return 'replaced'
  const second = await firstAfterResults(place, base + 1, length)
  if (second === undefined) return 'open'
  return second.message.role === 'assistant' ? 'answered' : 'replaced'
}

/** The results that are read at a time: most answers follow at once. */
const page = 4

/** Returns the first message that is no result. Results of earlier calls can come before the answer: it was made without them. */
async function firstAfterResults(
  { sessions, scope, id }: RunPlace,
  start: number,
  length: number,
): Promise<StoredMessage | undefined> {
  for (let at = start; at < length; at += page) {
    const stored = await sessions.read(scope, id, at, Math.min(length, at + page))
    const found = stored.find((one) => one.message.role !== 'tool')
    if (found || stored.length === 0) return found
  }
  return undefined
}

/** Whether two messages are sent alike. */
export function isSameMessage(one: Message | undefined, other: Message | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return contentFingerprint([one]) === contentFingerprint([other])
}
