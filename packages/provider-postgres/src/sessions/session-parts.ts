import { createSessionBlobs, type SessionBlobs } from '../blobs/session-blobs.ts'
import type { Database } from '../database/database.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import { type CompactionRows, createCompactionRows } from './compaction-rows.ts'
import { createHeads, type Heads } from './heads.ts'
import { createOperations, type Operations } from './operations.ts'
import { createReadMessages, type ReadMessages } from './read-messages.ts'
import type { RecentSessions } from './recent-sessions.ts'
import { createRunRows, type RunRows } from './run-rows.ts'

/** What the methods of a session store use. */
export interface SessionParts {
  readonly database: Database
  readonly owners: Owners
  readonly heads: Heads
  readonly operations: Operations
  readonly compactions: CompactionRows
  readonly messages: ReadMessages
  readonly runs: RunRows
  readonly blobs: SessionBlobs
  readonly recent: RecentSessions
}

export function createSessionParts(database: Database, recent: RecentSessions): SessionParts {
  const { schema } = database
  const owners = createOwners(schema)
  return {
    ...{ database, owners, recent },
    heads: createHeads(schema, owners),
    operations: createOperations(schema),
    compactions: createCompactionRows(schema),
    messages: createReadMessages(database),
    runs: createRunRows(schema),
    blobs: createSessionBlobs(schema, owners),
  }
}
