import type { BlockInfo, BlockMeta, Owner, StoredBlock } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { sqliteError } from '../errors.ts'

/** The columns that change with each update of a block, and its names: together never more than a page. */
export interface BlockRow {
  readonly id: number
  readonly owner: number
  readonly sort: Uint8Array
  readonly name: string
  readonly label: string
  readonly kind: string
  readonly revision: number
  readonly content_revision: number
  readonly text_revision: number
  readonly snapshot_revision: number
  readonly snapshot_size: number
  readonly updates: number
  readonly updates_size: number
  readonly created_at: number | null
  readonly updated_at: number | null
}

/** A block with its metadata. */
export interface MetaRow extends BlockRow {
  /** JSON. */
  readonly meta: string
}

/** A block with its metadata and its text. */
export interface FullRow extends MetaRow {
  readonly text: string
}

/** A block that does not exist yet. */
interface NewRow {
  readonly owner: number
  readonly sort: Uint8Array
  readonly name: string
  readonly label: string
  readonly kind: string
  readonly meta: string
  readonly text: string
  readonly textRevision: number
  readonly at: number | null
}

/** Rows of blocks. Call these methods in a transaction. */
export interface BlockRows {
  find(owner: Owner, sort: Uint8Array): BlockRow | undefined
  findFull(owner: Owner, sort: Uint8Array): FullRow | undefined
  byLabel(owner: Owner, label: string): MetaRow | undefined
  byIds(ids: readonly number[]): readonly FullRow[]
  /** After an id in the order of code units. */
  list(owner: Owner, behind: Uint8Array, limit: number): readonly MetaRow[]
  allOf(owner: number): readonly BlockRow[]
  add(row: NewRow): number
  /** Writes the names, the revision, the times and the metadata. */
  rename(row: FullRow): void
  setText(id: number, text: string, revision: number): void
  /** Removes the vectors of an older text. */
  forgetVectors(id: number): void
  /** Deletes a block with everything derived from it except its words. */
  remove(id: number): void
}

/** The columns of `BlockRow`, for a table with the alias `b`. */
export const blockColumns: string =
  'b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, ' +
  'b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at'

export function createBlockRows(db: SqliteDatabase): BlockRows {
  const owned = (more: string, join: string): string =>
    `SELECT ${blockColumns}${more} FROM owners o JOIN blocks b ON b.owner = o.id ${join} WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`
  const values = 'JOIN block_values v ON v.block = b.id'
  const find = db.prepare(`${owned('', '')} AND b.sort = ?`)
  const findFull = db.prepare(`${owned(', v.meta, v.text', values)} AND b.sort = ?`)
  const byLabel = db.prepare(`${owned(', v.meta', values)} AND b.label = ?`)
  const list = db.prepare(`${owned(', v.meta', values)} AND b.sort > ? ORDER BY b.sort LIMIT ?`)
  const byIds = db.prepare(
    `SELECT ${blockColumns}, v.meta, v.text FROM blocks b ${values} WHERE b.id IN (SELECT value FROM json_each(?))`,
  )
  const allOf = db.prepare(`SELECT ${blockColumns} FROM blocks b WHERE b.owner = ?`)
  const add = db.prepare(`
    INSERT INTO blocks (owner, sort, name, label, kind, revision, content_revision, text_revision, snapshot_revision,
      snapshot_size, updates, updates_size, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 1, 1, ?, 1, 0, 0, 0, ?, ?) RETURNING id
  `)
  const addValues = db.prepare('INSERT INTO block_values (block, meta, text) VALUES (?, ?, ?)')
  const rename = db.prepare(
    'UPDATE blocks SET label = ?, kind = ?, revision = ?, created_at = ?, updated_at = ? WHERE id = ?',
  )
  const setMeta = db.prepare('UPDATE block_values SET meta = ? WHERE block = ?')
  const setText = db.prepare('UPDATE block_values SET text = ? WHERE block = ?')
  const setTextRevision = db.prepare('UPDATE blocks SET text_revision = ? WHERE id = ?')
  const forgetVectors = db.prepare('DELETE FROM block_vectors WHERE item = ?')
  // Foreign keys delete the rest.
  const remove = db.prepare('DELETE FROM blocks WHERE id = ?')
  return {
    find: ({ tenant, user, agent }, sort) => find.get(tenant, user, agent, sort) as BlockRow | undefined,
    findFull: ({ tenant, user, agent }, sort) => findFull.get(tenant, user, agent, sort) as FullRow | undefined,
    byLabel: ({ tenant, user, agent }, label) => byLabel.get(tenant, user, agent, label) as MetaRow | undefined,
    byIds: (ids) => byIds.all(JSON.stringify(ids)) as FullRow[],
    list: ({ tenant, user, agent }, behind, limit) => list.all(tenant, user, agent, behind, limit) as MetaRow[],
    allOf: (owner) => allOf.all(owner) as BlockRow[],
    add: ({ owner, sort, name, label, kind, meta, text, textRevision, at }) => {
      const row = add.get(owner, sort, name, label, kind, textRevision, at, at) as { readonly id: number }
      addValues.run(row.id, meta, text)
      return row.id
    },
    rename: ({ id, label, kind, revision, created_at, updated_at, meta }) => {
      rename.run(label, kind, revision, created_at, updated_at, id)
      setMeta.run(meta, id)
    },
    setText: (id, text, revision) => {
      setText.run(text, id)
      setTextRevision.run(revision, id)
    },
    forgetVectors: (id) => forgetVectors.run(id),
    remove: (id) => remove.run(id),
  }
}

/** Returns a block in its public form. @throws LamellaError `DATABASE_DAMAGED` */
export function blockInfo(row: MetaRow): BlockInfo {
  return {
    id: row.name,
    label: row.label,
    kind: row.kind,
    meta: metaOf(row),
    revision: row.revision,
    contentRevision: row.content_revision,
    textRevision: row.text_revision,
    snapshotSize: row.snapshot_size,
    updates: row.updates,
    updatesSize: row.updates_size,
    ...(row.created_at === null ? {} : { createdAt: fromKept(row.created_at) }),
    ...(row.updated_at === null ? {} : { updatedAt: fromKept(row.updated_at) }),
  }
}

/** Returns a block with its text in its public form. @throws LamellaError `DATABASE_DAMAGED` */
export function storedBlock(row: FullRow): StoredBlock {
  return { ...blockInfo(row), text: row.text }
}

/** Does the same, but returns `undefined` for damaged data: search continues without it, and check() reports it. */
export function readableBlock(row: FullRow): StoredBlock | undefined {
  return parsed(row.meta) && storedBlock(row)
}

function metaOf({ name, meta }: MetaRow): BlockMeta {
  const known = parsed(meta)
  if (known) return known
  throw sqliteError(
    'DATABASE_DAMAGED',
    `The data of the block ${JSON.stringify(name)} is no longer valid JSON.`,
    "Restore a backup, or set the block's meta again.",
    { sqlite: '' },
  )
}

function parsed(meta: string): BlockMeta | undefined {
  try {
    return JSON.parse(meta) as BlockMeta
  } catch {
    return undefined
  }
}
