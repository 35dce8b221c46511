import type { Message, Rankable, Ranker } from '@lamella/core'
import { checkId } from '../../check/check.ts'
import { checkSearch } from '../../check/check-search.ts'
import type { FoundMessage } from '../../contract/search.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import { messageFilter } from '../../search/memory-filter.ts'
import { keywordSearch, type Searchable } from '../keyword-search.ts'
import { rankableMessage, type SessionRecord } from './session-record.ts'
import type { SessionRecords } from './session-records.ts'

/** Finds messages in one session or in all sessions of an owner. */
export function createSearch(records: SessionRecords, ranker: Ranker): Required<SessionStore>['search'] {
  return async (scope, request, session) => {
    const kept = records.of(scope)
    const checked = checkSearch(request, ['keyword'])
    const isMeant = messageFilter(request.filter)
    const one = session === undefined ? undefined : kept.get(checkId('session', session))
    const searched = session === undefined ? [...kept.values()] : one ? [one] : []
    const messages = searched.flatMap((record) => searchables(record, isMeant))
    const count = searched.reduce((sum, record) => sum + record.messages.length, 0)
    return keywordSearch(messages, count, checked, ranker.turns ?? ranker)
  }
}

function searchables(
  record: SessionRecord,
  isMeant: (message: { readonly at?: string }) => boolean,
): readonly Searchable<FoundMessage>[] {
  return record.messages.flatMap((message, position): readonly Searchable<FoundMessage>[] => {
    const { text, at } = message
    const time = at === undefined ? {} : { at }
    if (!isMeant(time)) return []
    const item = (): FoundMessage => ({
      session: record.id,
      position,
      message: JSON.parse(text) as Message,
      ...time,
    })
    const rankable = (): Rankable => rankableMessage(record.id, position, message)
    return [{ date: at, rankable, item }]
  })
}
