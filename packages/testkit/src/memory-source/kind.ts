import type { MemorySource } from '@lamella/core'
import { isObject, type MemoryEntries } from '@lamella/core/plugin'
import { show } from '../kit/show.ts'
import { listProblem, textsProblem } from '../sources/fields-problem.ts'
import type { SourceKind } from '../sources/source-kind.ts'

/** Memory sources, read without a query. */
export const memorySourceKind: SourceKind<MemorySource, MemoryEntries> = {
  prefix: 'MEMORY_SOURCE',
  method: 'entries',
  gives: ['MemoryEntry', 'One memory entry.'],
  repeats: ['MemorySource', 'Lists all memories, in a stable order; or searches for the query.'],
  ask: (source, scope, request) => source.entries(scope, request),
  problem: (answer) => {
    if (!isObject(answer)) return show(answer)
    const { found } = answer
    if (found !== undefined && typeof found !== 'boolean') return `found: ${show(found)}`
    const list = listProblem(answer, 'entries', true) ?? listProblem(answer, 'notices', false)
    if (list !== undefined) return list
    return (answer['entries'] as readonly unknown[]).map(entryProblem).find((problem) => problem !== undefined)
  },
  things: ({ entries }) => entries,
  notices: ({ notices = [] }) => notices,
  // Ids have their own rule.
  lasting: ({ entries, ...rest }) => ({ ...rest, entries: entries.map(({ id, ...entry }) => entry) }),
}

/** A day, or an instant with its time zone. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

function entryProblem(entry: unknown): string | undefined {
  const problem = textsProblem(entry, ['id', 'text'], ['date', 'from'])
  if (problem !== undefined || !isObject(entry)) return problem
  const { id, date, importance, tags } = entry
  if (id === '') return "id: ''"
  if (date !== undefined && !(isoDate.test(`${date}`) && Number.isFinite(Date.parse(`${date}`))))
    return `date: ${show(date)}`
  if (importance !== undefined && !(typeof importance === 'number' && importance >= 1 && importance <= 10))
    return `importance: ${show(importance)}`
  const areTags = tags === undefined || (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string'))
  return areTags ? undefined : `tags: ${show(tags)}`
}
