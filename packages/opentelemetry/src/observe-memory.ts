import type { MemoryStore } from '@lamella/store'
import { genAi, operations } from './conventions.ts'
import { observeMethods } from './observe-methods.ts'
import { checkStoreTelemetry, checkTarget, type StoreTelemetryOptions } from './options.ts'
import { createTelemetry } from './telemetry.ts'

/** A memory, and its score if it was found. */
interface Recorded {
  readonly item: { readonly id: string; readonly text: string }
  readonly score?: number
}

/**
 * Returns a store of memories with a span and a duration for each search and each change. Everything else it passes on.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const store = observeMemory(createMemoryStore(), { store: 'notes' })
 */
export function observeMemory<Store extends MemoryStore>(store: Store, options: StoreTelemetryOptions = {}): Store {
  const { store: name, ...given } = checkStoreTelemetry('observeMemory', options)
  checkTarget('observeMemory', 'store', store, 'put')
  const own = name === undefined ? {} : { [genAi.memoryStore]: name }
  return observeMethods<MemoryStore>(createTelemetry(given), store, {
    put: (_scope, entry) => ({
      name: operations.upsertMemory,
      attributes: { ...own, [genAi.memoryRecord]: entry.id, [genAi.memoryCount]: 1 },
      texts: () => ({ [genAi.memoryRecords]: recordsOf([{ item: entry }]) }),
    }),
    delete: (_scope, id) => ({
      name: operations.deleteMemory,
      attributes: { ...own, [genAi.memoryRecord]: id, [genAi.memoryCount]: 1 },
    }),
    erase: () => ({
      name: operations.deleteMemory,
      attributes: own,
      result: (count) => ({ [genAi.memoryCount]: count }),
    }),
    search: (_scope, { query }) => ({
      name: operations.searchMemory,
      attributes: own,
      texts: () => ({ [genAi.memoryQuery]: query }),
      result: ({ hits }) => ({ [genAi.memoryCount]: hits.length }),
      resultTexts: ({ hits }) => ({ [genAi.memoryRecords]: recordsOf(hits) }),
    }),
  }) as Store
}

/** Memories by the schema of the conventions, `gen-ai-memory-records.json`. */
function recordsOf(found: readonly Recorded[]): string {
  return JSON.stringify(found.map(({ item: { id, text }, score }) => ({ id, content: text, score })))
}
