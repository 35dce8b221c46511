import type { Rankable, Ranker } from '@lamella/core'
import { checkSearch } from '../../check/check-search.ts'
import type { MemoryStore, StoredMemory } from '../../contract/memory-store.ts'
import { type Filterable, memoryFilter } from '../../search/memory-filter.ts'
import { keywordSearch, type Searchable } from '../keyword-search.ts'
import { copyOf, type MemoryRecord, type MemoryRecords } from './memory-records.ts'

/** Finds entries by their texts and tags. */
export function createSearch(records: MemoryRecords, ranker: Ranker): Required<MemoryStore>['search'] {
  return async (scope, request) => {
    const kept = records.of(scope)
    const checked = checkSearch(request, ['keyword'])
    const isMeant = memoryFilter(request.filter)
    return keywordSearch(searchables([...kept.values()], isMeant), kept.size, checked, ranker)
  }
}

function searchables(
  records: readonly MemoryRecord[],
  isMeant: (entry: Filterable) => boolean,
): readonly Searchable<StoredMemory>[] {
  return records
    .filter(({ stored }) => isMeant(stored))
    .map((record) => ({
      date: record.stored.date,
      rankable: () => {
        record.rankable ??= rankableOf(record.stored)
        return record.rankable
      },
      item: () => copyOf(record.stored),
    }))
}

const saidBy = ({ text, tags = [] }: StoredMemory): string => [text, ...tags].join('\n')

function rankableOf(stored: StoredMemory): Rankable {
  const { id, date, speaker, session, importance } = stored
  return {
    id,
    text: saidBy(stored),
    ...(date === undefined ? {} : { date }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
    ...(importance === undefined ? {} : { importance }),
  }
}
