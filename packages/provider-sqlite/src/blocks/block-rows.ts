import { type BlockInfo, type BlockMeta, blockMissing, type StoredBlock } from '@lamella/store'
import { type KeptBlock, kept } from '@lamella/store/search'
import { sqliteError } from '../errors.ts'
import type { NewText } from '../search/add-texts.ts'
import { storeTerms } from '../search/terms.ts'

/** The columns that change with each update of a block, and its names: together never more than a page. */
export interface BlockRow extends KeptBlock {
  readonly id: number
  readonly owner: number
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

/** The columns of `BlockRow`, for a table with the alias `b`. */
export const blockColumns: string =
  'b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, ' +
  'b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at'

/** @throws LamellaError `BLOCK_MISSING` */
export function mustExist<Row>(row: Row | undefined, id: string): Row {
  if (row === undefined) throw blockMissing(id)
  return row
}

/** Returns a block in its public form. @throws LamellaError `DATABASE_DAMAGED` */
export function blockInfo(row: MetaRow): BlockInfo {
  const meta = parsed(row.meta)
  if (meta) return kept.block(row, meta)
  throw sqliteError(
    'DATABASE_DAMAGED',
    `The data of the block ${JSON.stringify(row.name)} is no longer valid JSON.`,
    "Restore a backup, or set the block's meta again.",
    { sqlite: '' },
  )
}

/** Returns a block with its text in its public form. @throws LamellaError `DATABASE_DAMAGED` */
export function storedBlock(row: FullRow): StoredBlock {
  return { ...blockInfo(row), text: row.text }
}

/** Does the same, but returns `undefined` for damaged data: search continues without it, and check() reports it. */
export function readableBlock(row: FullRow): StoredBlock | undefined {
  return parsed(row.meta) && storedBlock(row)
}

function parsed(meta: string): BlockMeta | undefined {
  try {
    return JSON.parse(meta) as BlockMeta
  } catch {
    return undefined
  }
}

/** A block in its indexed form: the words of the text, and those of the label. */
export function indexedBlock({ id, text, label }: Pick<FullRow, 'id' | 'text' | 'label'>): NewText {
  return { id, group: 0, counted: storeTerms().count({ text, label }) }
}
