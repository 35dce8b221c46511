import type { Granted, Indexed, Owner, RawSharing, StoredBlock } from '@lamella/store'
import { searchDate } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import { createSearch } from '../search/search.ts'
import type { WordSearch } from '../search/word-search.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createBlockRows, readableBlock } from './block-rows.ts'

/** Finds blocks that others share with a scope. */
export type SearchShared = Required<RawSharing>['searchShared']

/**
 * The blocks shared with one grantee are searched as a separate collection: word rarity and text length are computed
 * over them alone, so that results reveal nothing about their owners' other data.
 */
export function createSearchShared(
  access: Access,
  words: WordSearch,
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
  const sharedBlocks = db.prepare(`
    SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ? ORDER BY s.block
  `)
  const search = createSearch<StoredBlock>(
    access,
    owners,
    {
      score: (grantee, asked) => {
        const all = sharedBlocks.all(grantee) as { readonly block: number; readonly owner: number }[]
        const of = [...new Set(all.map(({ owner }) => owner))]
        return words.scoreSome(of, new Set(all.map(({ block }) => block)), asked)
      },
      load: (ids) =>
        new Map(
          rows.byIds(ids).flatMap((row) => {
            const block = readableBlock(row)
            const date = searchDate(block?.updatedAt)
            const found = block && { date, text: block.text, fields: block, item: () => block }
            return found ? [[row.id, found] as const] : []
          }),
        ),
    },
    vectors && sharedVectors(access, vectors),
    vectorWeight,
    tell,
  )
  /** Indexed when they are written. */
  const countOf = (grantee: number): Indexed => {
    const of = sharedBlocks.all(grantee).length
    return { of, done: of }
  }
  /** By number of the block. */
  const sharesWith = (scope: Owner): ReadonlyMap<number, ShareRow> => {
    const grantee = owners.find(scope)
    const all = grantee === undefined ? [] : (shares.all(grantee) as readonly ShareRow[])
    return new Map(all.map((share) => [share.block, share]))
  }

  return async (grantee, request) => {
    const { found, indexed } = await search(grantee, request, { indexed: countOf })
    // Checked again: a share may have ended since.
    const known = await access.read(() => sharesWith(grantee))
    const hits = found.flatMap(({ id, hit: { item: block, score, by } }) => {
      const share = known.get(id)
      if (share === undefined) return []
      const { permission, write, ...owner } = share
      const item: Granted<StoredBlock> = { owner, block, permission, write: write === 1 }
      return [{ item, score, by }]
    })
    return { hits, indexed }
  }
}

interface ShareRow extends Owner {
  readonly block: number
  readonly permission: string
  readonly write: number
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
