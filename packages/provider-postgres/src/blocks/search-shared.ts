import type { Indexed, RawSharing, StoredBlock } from '@lamella/store'
import { awaitSteps, questionVector, rankTexts, searchDate } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { toStored } from '../database/plain-text.ts'
import { notice } from '../notices.ts'
import type { Settings } from '../options.ts'
import type { IndexPart } from '../search/kinds.ts'
import type { FoundWords } from '../search/read-index.ts'
import { createRowsCatchUp } from '../search/search-rows.ts'
import type { SearchSetup } from '../search/search-setup.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { searchedBlocks } from './search-blocks.ts'
import { createShareRows, granted, type SharedRow } from './share-rows.ts'

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
  const shares = createShareRows(schema)
  const searched = searchedBlocks(schema)
  const catchUp = createRowsCatchUp(database, terms, searched)

  return async (grantee, request) => {
    const asked = terms.asked(request.query)
    const tenant = toStored(grantee.tenant)
    const known = await database.read(grantee.tenant, (statements) => shares.gotBy(statements, grantee))
    if (known.length === 0 || asked.length === 0) return { hits: [], indexed: indexedOf(known) }
    const before = byOwner(tenant, known)
    const end = performance.now() + indexingTime
    for (const { part } of before) await catchUp(part, end)
    const ofAll = vectors && {
      ofQuestion: vectors.ofQuestion,
      catchUp: async (_: undefined, signal: AbortSignal | undefined) => {
        for (const { part } of before) await vectors.catchUp(part, signal)
      },
    }
    const question = await questionVector(ofAll, undefined, request, (what) => tell(notice('EMBEDDING_FAILED', what)))
    return database.read(
      grantee.tenant,
      async (statements) => {
        // Read again: a share may have ended since.
        const now = await shares.gotBy(statements, grantee)
        const groups = byOwner(tenant, now)
        const words: FoundWords[] = []
        for (const { part } of groups) words.push(await index.read(statements, part, asked))
        const blocks = new Set(now.map(({ id }) => Number(id)))
        const steps = rankTexts<StoredBlock>(request, {
          words: () => index.scoreSome(words, blocks, asked),
          likeness: question && vectors && (await likenessOf(vectors, statements, groups, question)),
          ...{ weight, termsOf: terms.of },
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
        const byId = new Map(now.map((row) => [Number(row.id), row]))
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

/** The shared blocks of one owner. */
interface Group {
  readonly part: IndexPart
  readonly blocks: ReadonlySet<number>
}

function byOwner(tenant: string, rows: readonly SharedRow[]): readonly Group[] {
  const groups = new Map<number, Set<number>>()
  for (const { id, owner } of rows) {
    const blocks = groups.get(Number(owner)) ?? new Set<number>()
    groups.set(Number(owner), blocks.add(Number(id)))
  }
  return [...groups].map(([owner, blocks]) => ({ part: { tenant, owner, kind: 'block' }, blocks }))
}

async function likenessOf(
  vectors: Vectors,
  statements: Statements,
  groups: readonly Group[],
  question: Float32Array,
): Promise<Map<number, number>> {
  const all = new Map<number, number>()
  for (const { part, blocks } of groups) {
    for (const { item, likeness } of await vectors.likeness(statements, part, question)) {
      if (blocks.has(item)) all.set(item, likeness)
    }
  }
  return all
}
