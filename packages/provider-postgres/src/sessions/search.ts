import {
  type FoundMessage,
  type Owner,
  ownerOf,
  type SearchRequest,
  type SearchResult,
  type SessionStore,
} from '@lamella/store'
import { sessionKey } from './session-key.ts'

/** Searches the messages of an owner, or of one of its sessions, given as its sort key. */
export type SearchSessions = (
  owner: Owner,
  request: SearchRequest,
  session: Uint8Array | undefined,
) => Promise<SearchResult<FoundMessage>>

/** Searches the messages of one session or of all of an owner's. */
export function createSearch(search: SearchSessions): Required<SessionStore>['search'] {
  return async (scope, request, session) =>
    search(ownerOf(scope), request, session === undefined ? undefined : sessionKey(scope, session).sort)
}
