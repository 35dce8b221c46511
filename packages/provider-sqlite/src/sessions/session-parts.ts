import { sessionMissing } from '@lamella/store'
import { type BlobRows, createBlobRows } from '../blobs/blob-rows.ts'
import type { Access } from '../database/access.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { type CompactionRows, createCompactionRows } from './compaction-rows.ts'
import { createHeads, type Head, type Heads, type SessionKey } from './heads.ts'
import { createOperations, type Operations } from './operations.ts'
import { createReadMessages, type ReadMessages } from './read-messages.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createRunRows, type RunRows } from './run-rows.ts'
import { createSessionRemover, type SessionRemover } from './session-remover.ts'

/** What the methods of a session store use. */
export interface SessionParts {
  readonly access: Access
  readonly purge: Purge
  readonly owners: Owners
  readonly heads: Heads
  readonly operations: Operations
  readonly compactions: CompactionRows
  readonly messages: ReadMessages
  readonly runs: RunRows
  readonly remover: SessionRemover
  readonly blobs: BlobRows
  readonly recent: RecentSessions
}

export function createSessionParts(access: Access, purge: Purge, recent: RecentSessions): SessionParts {
  const { db } = access
  const operations = createOperations(db)
  return {
    ...{ access, purge, recent, operations, owners: createOwners(db), heads: createHeads(db) },
    compactions: createCompactionRows(db, operations),
    messages: createReadMessages(db),
    runs: createRunRows(db),
    remover: createSessionRemover(db, purge),
    blobs: createBlobRows(db, purge),
  }
}

/** @throws LamellaError `SESSION_MISSING` */
export function mustFind({ heads }: SessionParts, { owner, sort, name }: SessionKey): Head {
  const head = heads.find(owner, sort)
  if (!head) throw sessionMissing(name)
  return head
}
