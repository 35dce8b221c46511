import type { Scope } from '@lamella/core'
import { ownerOf } from '../check/check.ts'
import { checkStored } from '../check/check-memory.ts'
import { memoryConflict } from '../check/store-errors.ts'
import type { MemoryStore, StoredMemory } from '../contract/memory-store.ts'
import { allOf } from './all-of.ts'
import { type CopyResult, capable } from './copy-result.ts'

/**
 * Copies the entries of exactly this scope from one store to another, with their ids, dates, tags, revisions and times. The
 * entries in `from` stay.
 *
 * Checks all entries before it changes anything: an identical entry in `to` is skipped, so an interrupted copy can be
 * run again; a different one fails the copy, since neither of the two may be lost. Then copies the others one by one,
 * in order of their ids. If one of them cannot be copied, those before it stay copied.
 *
 * @throws LamellaError `MEMORY_CONFLICT`, `OPTION_INVALID` for a store that lacks `restore`, `STORE_VALUE_INVALID` for an
 * entry that the contract does not allow
 * @example
 * await copyMemory(fileMemory('./memory'), (await sqlite('./agent.db')).memory, scope)
 */
export async function copyMemory(from: MemoryStore, to: MemoryStore, scope: Scope): Promise<CopyResult> {
  ownerOf(scope)
  capable('copyMemory', 'from', from, 'list')
  capable('copyMemory', 'to', to, 'restore')
  const copied: string[] = []
  const present: string[] = []
  const others = entriesOf(to, scope)
  // Both come in the same order, so one pass through each is enough.
  let other = await others.next()
  for await (const entry of entriesOf(from, scope)) {
    while (!other.done && other.value.id < entry.id) other = await others.next()
    if (other.done || other.value.id !== entry.id) copied.push(entry.id)
    else if (JSON.stringify(other.value) === JSON.stringify(entry)) present.push(entry.id)
    else throw memoryConflict(entry.id, 0, other.value.revision)
  }
  const wanted = new Set(copied)
  for await (const entry of entriesOf(from, scope)) if (wanted.has(entry.id)) await to.restore(scope, entry)
  return { copied, present }
}

/** Yields the entries by id, each with its fields in one order. */
function entriesOf(store: MemoryStore, scope: Scope): AsyncGenerator<StoredMemory, undefined, undefined> {
  return allOf(async (request) => {
    const { entries, more } = await store.list(scope, request)
    return { items: entries.map(checkStored), more }
  })
}
