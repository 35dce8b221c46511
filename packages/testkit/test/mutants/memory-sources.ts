import type { MemoryEntry, MemorySource, Scope } from '@lamella/core'
import type { MemoryEntries, MemoryRequest } from '@lamella/core/plugin'
import { inTurns, type Mutant } from './mutant.ts'
import { type CorrectSource, readsOf, sourceFaults } from './sources.ts'

const entries: readonly MemoryEntry[] = [
  { id: 'tea', text: 'Ada likes green tea.', importance: 3, tags: ['taste'] },
  { id: 'launch', text: 'The launch is on June 3.', date: '2026-05-12' },
]

const correct: CorrectSource<MemoryEntries> = {
  own: () => ({ entries }),
  none: () => ({ entries: [] }),
  other: () => ({ entries: entries.map((entry) => ({ ...entry, text: `${entry.text} Perhaps.` })) }),
  withNotices: (notices) => ({ entries, notices }),
  misshapen: () => ({ entries: [{ ...entries[0], date: 'yesterday' }] }),
}

const good = readsOf(correct)

const mutant = (
  code: string,
  name: string,
  read: (scope: Scope, request: MemoryRequest) => Promise<MemoryEntries>,
): Mutant<MemorySource> => ({ code: `MEMORY_SOURCE_${code}`, name, make: () => ({ entries: read }) })

/** A source that searches, with a fault in what it revokes. */
const revoking = (
  code: string,
  name: string,
  revoked: (scope: Scope, ids: readonly string[]) => readonly string[],
): Mutant<MemorySource> => ({
  code: `MEMORY_SOURCE_${code}`,
  name,
  make: () => ({ entries: good, revoked: async (scope, ids) => revoked(scope, ids) }),
})

const ownIds = entries.map(({ id }) => id)
const isAdas = ({ tenant, user }: Scope): boolean => tenant === 'acme' && user === 'ada'
const gone = (ids: readonly string[]): readonly string[] => ids.filter((id) => !ownIds.includes(id))

const withEntries = (own: readonly object[]): ((scope: Scope, request: MemoryRequest) => Promise<MemoryEntries>) =>
  readsOf({ ...correct, own: () => ({ entries: own as readonly MemoryEntry[] }) })

/** Memory sources with one fault each. */
export const memorySourceMutants: readonly Mutant<MemorySource>[] = [
  ...sourceFaults<MemorySource, MemoryEntries>('MEMORY_SOURCE', correct, (read) => ({ entries: read })),
  mutant('FORM', 'returns entries without ids', withEntries([{ id: '', text: 'Ada likes green tea.' }])),
  mutant('FORM', 'rates importance in percent', withEntries([{ ...entries[0], importance: 30 }])),
  mutant('IDS', 'gives two entries the same id', withEntries([...entries, { id: 'tea', text: 'Ada is at sea.' }])),
  {
    code: 'MEMORY_SOURCE_IDS',
    name: 'generates new ids in every instance',
    make: inTurns((odd) => ({
      entries: withEntries(entries.map((entry) => ({ ...entry, id: `${entry.id}${odd ? '-2' : ''}` }))),
    })),
  },
  mutant('QUERY', 'parses a query as a pattern', async (scope, request) => {
    new RegExp(request.query ?? '', 'u')
    return good(scope, request)
  }),
  mutant('QUERY', 'returns nothing if the query contains a lone surrogate', async (scope, request) =>
    /\p{Surrogate}/u.test(request.query ?? '') ? ({} as MemoryEntries) : good(scope, request),
  ),
  mutant('FOUND', 'reports every entry as found', async (scope, request) => {
    const answer = await good(scope, request)
    return { ...answer, found: true }
  }),
  revoking('REVOKED', 'keeps silent about an erased memory', (scope, ids) => (isAdas(scope) ? [] : ids)),
  revoking('REVOKED', 'revokes a memory that it has', (_, ids) => ids),
  revoking('REVOKED', 'revokes ids that nobody asked about', (scope, ids) =>
    isAdas(scope) ? [...gone(ids), 'conformance-other'] : ids,
  ),
  revoking('REVOKED', 'throws for an id that it cannot have', (scope, ids) => {
    if (ids.includes('')) throw new Error('The id is empty.')
    return isAdas(scope) ? gone(ids) : ids
  }),
  revoking('REVOKED_SCOPES', 'looks ids up without the scope', (_, ids) => gone(ids)),
]
