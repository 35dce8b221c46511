import type { Scope } from '@lamella/core'
import type { Extent, HoldersOf } from '@lamella/core/search'
import {
  blockDate,
  blockFilter,
  checkSearch,
  type Owner,
  ownerOf,
  type SearchHit,
  type SearchRequest,
  type SharedBlock,
  type StoredBlock,
  scopeOf,
} from '@lamella/core/store'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import { createScoreWords, holdersIn, type PostingsRow } from '../search/keyword-scores.ts'
import type { Ask } from '../search/question.ts'
import { createSearch } from '../search/search.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createBlockRows, readableBlock } from './block-rows.ts'

/** Finds blocks that others share with a scope. */
export type SearchShared = (
  scope: Scope,
  request: SearchRequest,
) => Promise<readonly SearchHit<SharedBlock<StoredBlock>>[]>

/**
 * The blocks shared with one grantee are searched as a separate collection: word rarity and text length are computed
 * over them alone, so that results reveal nothing about their owners' other data.
 */
export function createSearchShared(
  access: Access,
  ask: Ask,
  vectors: Vectors | undefined,
  { vectorWeight, tell }: Settings,
): SearchShared {
  const { db } = access
  const owners = createOwners(db)
  const rows = createBlockRows(db)
  const shares = db.prepare(`
    SELECT s.block, s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s
    JOIN blocks b ON b.id = s.block JOIN owners o ON o.id = b.owner WHERE s.grantee = ?
  `)
  const extent = db.prepare(`
    SELECT count(*) AS count, coalesce(sum(b.terms), 0) AS terms FROM block_shares s JOIN blocks b ON b.id = s.block
    WHERE s.grantee = ?
  `)
  const search = createSearch<StoredBlock>(
    access,
    owners,
    {
      ask,
      scoreWords: createScoreWords(db, 'block', createSharedHolders(db)),
      extentOf: (grantee) => extent.get(grantee) as Extent,
      load: (ids) =>
        new Map(
          rows.byIds(ids).flatMap((row) => {
            const block = readableBlock(row)
            const found = block && { date: blockDate(block.updatedAt), text: block.text, item: () => block }
            return found ? [[row.id, found] as const] : []
          }),
        ),
    },
    vectors && sharedVectors(access, vectors),
    vectorWeight,
    tell,
  )
  /** By number of the block. */
  const sharesWith = (scope: Owner): ReadonlyMap<number, ShareRow> => {
    const grantee = owners.find(scope)
    const all = grantee === undefined ? [] : (shares.all(grantee) as readonly ShareRow[])
    return new Map(all.map((share) => [share.block, share]))
  }

  return async (scope, request) => {
    const grantee = ownerOf(scope)
    const checked = checkSearch(request, vectors ? ['keyword', 'vector', 'hybrid'] : ['keyword'])
    const isMeant = blockFilter(request.filter)
    const found = await search(grantee, checked, { item: (one) => isMeant(one.item()) })
    // Checked again: a share may have ended since.
    const known = await access.read(() => sharesWith(grantee))
    return found.flatMap(({ id, hit: { item: block, score, by } }) => {
      const share = known.get(id)
      if (share === undefined) return []
      const { permission, write, ...owner } = share
      return [{ item: { owner: scopeOf(owner), block, permission, write: write === 1 }, score, by }]
    })
  }
}

interface ShareRow extends Owner {
  readonly block: number
  readonly permission: string
  readonly write: number
}

/** The blocks that are shared with a grantee and have a term. Terms are prefixed with the grantee's number, by `ask`. */
function createSharedHolders(db: SqliteDatabase): HoldersOf {
  // Each owner has its own terms. CROSS JOIN: first one list per owner, then the shared ones of that list.
  const postings = db.prepare(`
    SELECT json_group_array(w.doc) AS docs, json_group_array(w.col = 'said') AS saids, json_group_array(b.terms) AS lengths
    FROM (SELECT DISTINCT b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ?) o
      CROSS JOIN block_words w CROSS JOIN block_shares s ON s.block = w.doc AND s.grantee = ?
      CROSS JOIN blocks b ON b.id = w.doc
    WHERE w.term = o.owner || '·' || ?
  `)
  return (owned) => {
    const end = owned.indexOf('·')
    const [grantee, term] = [Number(owned.slice(0, end)), owned.slice(end + 1)]
    return holdersIn(postings.get(grantee, grantee, term) as PostingsRow)
  }
}

/** The vectors of blocks shared with a grantee, and no other vectors of the owners. */
function sharedVectors({ db, read }: Access, vectors: Vectors): Vectors {
  const shared = db.prepare(
    'SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ?',
  )
  const byOwner = (grantee: number): ReadonlyMap<number, readonly number[]> => {
    const blocks = new Map<number, number[]>()
    for (const { block, owner } of shared.all(grantee) as { readonly block: number; readonly owner: number }[]) {
      const known = blocks.get(owner)
      if (known) known.push(block)
      else blocks.set(owner, [block])
    }
    return blocks
  }
  return {
    ...vectors,
    catchUp: async (grantee, signal) => {
      for (const owner of (await read(() => byOwner(grantee))).keys()) await vectors.catchUp(owner, signal)
    },
    likeness: (grantee, vector) => {
      const all = new Map<number, number>()
      for (const [owner, blocks] of byOwner(grantee)) {
        const ofOwner = vectors.likeness(owner, vector)
        for (const block of blocks) {
          const likeness = ofOwner.get(block)
          if (likeness !== undefined) all.set(block, likeness)
        }
      }
      return all
    },
  }
}
