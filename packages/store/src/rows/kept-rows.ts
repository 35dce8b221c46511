import { checkNative } from '../check/check-native.ts'
import type { BlockInfo, BlockMeta } from '../contract/block-store.ts'
import type { NewMemory, StoredMemory } from '../contract/memory-store.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { SessionInfo } from '../contract/session-values.ts'
import { fromKept } from '../search/instants.ts'

/** A whole number of 64 bits, which some drivers return as text. */
type Whole = number | string

/** An entry as databases keep it: its own fields as JSON, and those that a store adds. */
export interface KeptMemory {
  readonly json: string
  readonly revision: Whole
  readonly created_at: Whole | null
  readonly updated_at: Whole | null
}

/**
 * Returns an entry in its public form.
 *
 * @throws SyntaxError for damaged JSON
 * @example
 * storedMemory({ json: '{"id":"tea","kind":"note","text":"Green."}', revision: 1, created_at: null, updated_at: null })
 */
export function storedMemory({ json, revision, created_at, updated_at }: KeptMemory): StoredMemory {
  return {
    ...(JSON.parse(json) as NewMemory & { readonly kind: string }),
    revision: Number(revision),
    ...timesOf(created_at, updated_at),
  }
}

/** The columns of a block that change with each update, and its names. */
export interface KeptBlock {
  readonly id: Whole
  readonly owner: Whole
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
  readonly updates_size: Whole
  readonly created_at: Whole | null
  readonly updated_at: Whole | null
}

/**
 * Returns a block in its public form.
 *
 * @example
 * const info = keptBlockInfo(row, JSON.parse(row.meta))
 */
export function keptBlockInfo(row: KeptBlock, meta: BlockMeta): BlockInfo {
  return {
    ...{ id: row.name, label: row.label, kind: row.kind, meta, revision: row.revision },
    ...{ contentRevision: row.content_revision, textRevision: row.text_revision },
    ...{ snapshotSize: row.snapshot_size, updates: row.updates, updatesSize: Number(row.updates_size) },
    ...timesOf(row.created_at, row.updated_at),
  }
}

/** The state of a session and its metadata. Times are milliseconds since 1970. */
export interface KeptSession {
  readonly name: string
  readonly revision: number
  readonly length: number
  readonly size: number
  readonly createdAt: number | null
  /** The last known time of a change. */
  readonly changedAt: number | null
  readonly forkedFrom: string | null
  readonly forkedAt: number | null
}

/**
 * Returns the public information about a session.
 *
 * @example
 * const info = keptSessionInfo(head)
 */
export function keptSessionInfo(session: KeptSession): SessionInfo {
  const { name, revision, length, size, createdAt, changedAt, forkedFrom, forkedAt } = session
  return {
    ...{ id: name, revision, length, size },
    ...timesOf(createdAt, changedAt),
    ...(forkedFrom === null ? {} : { forkedFrom: { session: forkedFrom, at: forkedAt ?? 0 } }),
  }
}

/** A compaction as databases keep it. */
export interface KeptCompaction {
  readonly revision: number
  readonly start: number
  readonly end: number
  readonly text: string
  readonly at: Whole | null
  /** JSON. */
  readonly native: string | null
}

/** Returns a compaction in its public form; `undefined` if its native summary differs from what was written. */
export function keptCompaction({ start, end, text, revision, at, native }: KeptCompaction): Compaction | undefined {
  try {
    const own = native === null ? undefined : checkNative('native', JSON.parse(native))
    if (own !== undefined && JSON.stringify(own) !== native) return undefined
    const others = { revision, ...(at !== null && { at: fromKept(at) }) }
    return { start, end, text, ...(own !== undefined && { native: own }), ...others }
  } catch {
    return undefined
  }
}

/** A change of a session that was made under a name. */
export interface KeptOperation {
  readonly name: string
  readonly kind: 'append' | 'compact'
  /** The revision of the session after it. */
  readonly revision: number
  /** For an append: the position of the first added message. */
  readonly start: number
  /** For an append: the number of messages in the session after it. */
  readonly length: number
}

function timesOf(createdAt: Whole | null, updatedAt: Whole | null): { createdAt?: string; updatedAt?: string } {
  return {
    ...(createdAt !== null && { createdAt: fromKept(createdAt) }),
    ...(updatedAt !== null && { updatedAt: fromKept(updatedAt) }),
  }
}
