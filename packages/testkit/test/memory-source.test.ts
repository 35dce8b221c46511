import type { MemoryEntry, MemorySource } from '@lamella/core'
import { memorySourceSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { others } from './subjects/others.ts'

const none: MemorySource = { entries: () => ({ entries: [], found: false }) }

const entries: readonly MemoryEntry[] = [
  { id: 'a', text: '', date: '2026-05-12T09:30:00.5+02:00', importance: 10, tags: [], from: 'MEMORY.md' },
  { id: 'b', text: 'The launch is on June 3.', date: '2026-05-12', importance: 1 },
]
const searching: MemorySource = {
  spec: 1,
  entries: async ({ tenant, user }, { query = '', signal }) => {
    signal.throwIfAborted()
    const own = tenant === 'acme' && user === 'ada' ? entries : []
    if (query === '') return { entries: own }
    return { entries: own.filter(({ text }) => text.includes(query)), found: true }
  },
  revoked: ({ tenant, user }, ids) =>
    ids.filter((id) => !(tenant === 'acme' && user === 'ada' && entries.some((entry) => entry.id === id))),
}

describe('memorySourceSuite', () => {
  prove(
    (make, options) => memorySourceSuite(make, { ...options, patience: 100, others }),
    { none: () => none, searching: () => searching },
    mutants.memorySources,
  )
})
