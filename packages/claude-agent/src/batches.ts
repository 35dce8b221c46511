import { randomUUID } from 'node:crypto'
import type { Message } from '@lamella/core'
import type { ClaudeEntry, ClaudeSessionSummary } from './contract.ts'

/** A call's array, as it was when it came for the first time. */
export interface Batch {
  readonly transcript: string
  readonly entries: readonly ClaudeEntry[]
  readonly operation: string
  readonly at: Date
  /** What the store was given, as long as it may have taken it. */
  sent?: Sent
}

/** The part of a batch that its transcript does not have, and the summary after it. */
export interface Sent {
  readonly messages: readonly Message[]
  readonly added: readonly ClaudeEntry[]
  readonly summary: ClaudeSessionSummary | undefined | null
}

/**
 * Returns a function that recognizes a batch that comes again: the SDK tries again with the same array, and equal entries in
 * another array are new ones.
 */
export function createBatches(now: () => Date): (transcript: string, entries: readonly ClaudeEntry[]) => Batch {
  const known = new WeakMap<readonly ClaudeEntry[], Batch>()
  return (transcript, entries) => {
    const before = known.get(entries)
    const isSame = before?.transcript === transcript && before.entries.length === entries.length
    if (isSame && entries.every((entry, index) => entry === before.entries[index])) return before
    const batch: Batch = { transcript, entries: [...entries], operation: randomUUID(), at: now() }
    known.set(entries, batch)
    return batch
  }
}
