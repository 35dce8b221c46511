import type { Indexed, RawSharing, StoredBlock } from '@lamella/store'
import { questionVector, rankTexts, searchDate } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { IndexPart } from '../search/kinds.ts'
import { awaitSteps } from '../search/rank.ts'
import type { FoundWords } from '../search/read-index.ts'
import { createRowsCatchUp } from '../search/search-rows.ts'
import type { SearchSetup } from '../search/search-setup.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { searchedBlocks } from './search-blocks.ts'
import { granted, type SharedRow, sharedBlocks } from './share-rows.ts'

/** Finds blocks that others share with a scope. */
export type SearchShared = Required<RawSharing>['searchShared']

/**
 * The blocks shared with one grantee are searched as a separate collection: word rarity and text length are computed
 * over them alone, so that results reveal nothing about their owners' other data.
 */
export function createSearchShared(
  database: Database,
  { terms, index }: SearchSetup,
  vectors: Vectors | undefined,
  { vectorWeight: weight, indexingTime, tell }: Settings,
): SearchShared {
  const { schema } = database
  const searched = searchedBlocks(schema)
  const catchUp = createRowsCatchUp(database, terms, searched)

  return async (grantee, request) => {
    const asked = terms.asked(request.query)
    const tenant = toStored(grantee.tenant)
    const known = await database.read(grantee.tenant, (statements) => sharedBlocks(schema, statements, grantee))
    if (known.length === 0 || asked.length === 0) return { hits: [], indexed: indexedOf(known) }
    const before = partsOf(tenant, known)
    const end = performance.now() + indexingTime
    for (const part of before) await catchUp(part, end)
    const ofAll = vectors && {
      ofQuestion: vectors.ofQuestion,
      catchUp: async (_: undefined, signal: AbortSignal | undefined) => {
        for (const part of before) await vectors.catchUp(part, signal)
      },
    }
    const question = await questionVector(ofAll, undefined, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return database.read(
      grantee.tenant,
      async (statements) => {
        // Read again: a share may have ended since.
        const now = await sharedBlocks(schema, statements, grantee)
        const blocks = new Set(now.map(({ id }) => id))
        const words: FoundWords[] = []
        const likeness = question && new Map<number, number>()
        for (const part of partsOf(tenant, now)) {
          words.push(await index.read(statements, part, asked))
          const similar = question && (await vectors?.likeness(statements, part, question))
          for (const one of similar ?? []) if (blocks.has(one.item)) likeness?.set(one.item, one.likeness)
        }
        const steps = rankTexts<StoredBlock>(request, {
          words: () => index.scoreSome(words, blocks, asked),
          ...{ likeness, weight, termsOf: terms.of },
        })
        const found = await awaitSteps(steps, async (ids) => {
          const read = await searched.byIds(statements, { tenant, owner: 0, kind: 'block' }, ids)
          return new Map(
            [...read].map(([id, block]) => [
              id,
              { date: searchDate(block.updatedAt), text: block.text, fields: block, item: () => block },
            ]),
          )
        })
        const byId = new Map(now.map((row) => [row.id, row]))
        const hits = found.flatMap(({ id, hit: { item: block, score, by } }) => {
          const row = byId.get(id)
          return row === undefined ? [] : [{ item: { ...granted(row), block }, score, by }]
        })
        return { hits, indexed: indexedOf(now) }
      },
      request.signal,
    )
  }
}

const indexedOf = (rows: readonly SharedRow[]): Indexed => ({
  of: rows.length,
  done: rows.filter(({ waiting }) => !waiting).length,
})

/** The parts of the index that have shared blocks, one for each of their owners. */
function partsOf(tenant: string, rows: readonly SharedRow[]): readonly IndexPart[] {
  const owners = new Set(rows.map(({ owner }) => owner))
  return Array.from(owners, (owner): IndexPart => ({ tenant, owner, kind: 'block' }))
}
