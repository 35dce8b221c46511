import type { Granted, Indexed, Owner, RawSharing, StoredBlock } from '@lamella/store'
import { searchDate } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import { createSearch } from '../search/search.ts'
import { findableRows } from '../search/search-rows.ts'
import type { WordSearch } from '../search/word-search.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { readableBlock } from './block-rows.ts'
import { blocksByIds } from './search-blocks.ts'

/** Finds blocks that others share with a scope. */
export type SearchShared = Required<RawSharing>['searchShared']

interface SharedRow {
  readonly block: number
  readonly owner: number
}

interface ShareRow extends Owner {
  readonly block: number
  readonly permission: string
  readonly write: number
}

/**
 * The blocks shared with one grantee are searched as a separate collection: word rarity and text length are computed
 * over them alone, so that results reveal nothing about their owners' other data.
 */
export function createSearchShared(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchShared {
  const { db } = access
  const owners = createOwners(db)
  const byIds = blocksByIds(db)
  const shares = db.prepare(`
    SELECT s.block, s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s
    JOIN blocks b ON b.id = s.block JOIN owners o ON o.id = b.owner WHERE s.grantee = ?
  `)
  const blocks = db.prepare(`
    SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ? ORDER BY s.block
  `)
  const sharedWith = (grantee: number): readonly SharedRow[] => blocks.all(grantee) as SharedRow[]
  const search = createSearch<StoredBlock>(
    access,
    owners,
    {
      score: (grantee, asked) => {
        const all = sharedWith(grantee)
        const of = [...new Set(all.map(({ owner }) => owner))]
        return words.scoreSome(of, new Set(all.map(({ block }) => block)), asked)
      },
      load: (ids) => findableRows(byIds(ids), readableBlock, ({ updatedAt }) => searchDate(updatedAt)),
    },
    vectors && sharedVectors(access, sharedWith, vectors),
    settings,
  )
  /** Indexed when they are written. */
  const indexed = (grantee: number): Indexed => {
    const of = sharedWith(grantee).length
    return { of, done: of }
  }

  return async (scope, request) => {
    const ranking = await search(scope, request, { indexed })
    // Checked again: a share may have ended since.
    const known = await access.read(() => {
      const grantee = owners.find(scope)
      const all = grantee === undefined ? [] : (shares.all(grantee) as readonly ShareRow[])
      return new Map(all.map((share) => [share.block, share]))
    })
    const hits = ranking.found.flatMap(({ id, hit: { item: block, score, by } }) => {
      const share = known.get(id)
      if (share === undefined) return []
      const { tenant, user, agent, permission, write } = share
      const item: Granted<StoredBlock> = { owner: { tenant, user, agent }, block, permission, write: write === 1 }
      return [{ item, score, by }]
    })
    return { hits, indexed: ranking.indexed }
  }
}

/** The vectors of blocks shared with a grantee, and no other vectors of the owners. */
function sharedVectors(
  { read }: Access,
  sharedWith: (grantee: number) => readonly SharedRow[],
  vectors: Vectors,
): Vectors {
  const ownersOf = (rows: readonly SharedRow[]): ReadonlySet<number> => new Set(rows.map(({ owner }) => owner))
  return {
    ...vectors,
    catchUp: async (grantee, signal) => {
      for (const owner of await read(() => ownersOf(sharedWith(grantee)))) await vectors.catchUp(owner, signal)
    },
    likeness: (grantee, vector) => {
      const all = sharedWith(grantee)
      const blocks = new Set(all.map(({ block }) => block))
      const found = [...ownersOf(all)].flatMap((owner) => [...vectors.likeness(owner, vector)])
      return new Map(found.filter(([block]) => blocks.has(block)))
    },
  }
}
