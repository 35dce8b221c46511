import { type FoundMessage, ownerOf, type SearchResult, type SessionStore } from '@lamella/store'
import type { SearchMessages } from '../search/search-messages.ts'
import { sessionKey } from './session-key.ts'

/** Searches the messages of one session or of all of an owner's. */
export function createSearch(
  search: (...args: Parameters<SearchMessages>) => Promise<SearchResult<FoundMessage>>,
): Required<SessionStore>['search'] {
  return async (scope, request, session) =>
    search(ownerOf(scope), request, session === undefined ? undefined : sessionKey(scope, session).sort)
}
