import type { StoreTerms } from '@lamella/ranker-bm25/stores'
import type { Database } from '../database/database.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createEntries, type Entries } from './entries.ts'

/** What the methods of a memory store use. */
export interface MemoryParts {
  readonly database: Database
  readonly owners: Owners
  readonly entries: Entries
  readonly terms: StoreTerms
  readonly vectors: Vectors | undefined
}

export function createMemoryParts(database: Database, terms: StoreTerms, vectors: Vectors | undefined): MemoryParts {
  const { schema } = database
  return { database, terms, vectors, owners: createOwners(schema), entries: createEntries(schema) }
}
