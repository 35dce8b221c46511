import type { FoundMessage, Owner, SearchHit, SearchRequest, SessionStore } from '@lamella/core/store'
import type { Database } from '../database/database.ts'

/** Searches the messages of an owner, or of one of its sessions, given as its sort key. */
export type SearchSessions = (
  owner: Owner,
  request: SearchRequest,
  session: Uint8Array | undefined,
) => Promise<readonly SearchHit<FoundMessage>[]>

/** The session store of a schema. */
export type PostgresSessions = Pick<SessionStore, 'spec' | 'close'>

export function createSessions(
  _database: Database,
  _search: SearchSessions | undefined,
  close: () => Promise<void>,
): PostgresSessions {
  return { spec: 1, close }
}
