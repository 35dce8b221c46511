import type { BlockChange, BlockFilter, BlockListRequest, BlockMeta, NewBlock } from '../contract/block-store.ts'
import { checkId, invalid } from './check.ts'
import { checkTexts } from './check-memory.ts'
import { checkList, mustBeRecord } from './check-request.ts'
import { lostByJson } from './json.ts'

/** The maximum number of UTF-16 units in a block's `meta` as JSON. */
const largestMeta = 100_000

/** The maximum number of bytes in a snapshot or an update: a quarter of what SQLite can store in one value. */
const largestBytes = 2 ** 28

const blockFields: readonly (keyof NewBlock)[] = ['id', 'label', 'kind', 'meta', 'text', 'snapshot']

/** A block in the form that every store keeps. */
export interface CheckedBlock {
  readonly id: string
  readonly label: string
  readonly kind: string
  /** As JSON. */
  readonly meta: string
  readonly text: string | undefined
  readonly snapshot: Uint8Array | undefined
}

/**
 * Validates a block to create and copies its mutable values.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for a field that blocks do not have, or that cannot be stored unchanged
 */
export function checkBlock(block: NewBlock): CheckedBlock {
  const { id, label, kind, meta = {}, text, snapshot } = mustBeRecord('block', block, blockFields)
  return {
    id: checkId('block.id', id),
    label: checkId('block.label', label),
    kind: checkId('block.kind', kind),
    meta: metaText('block.meta', meta),
    text: text === undefined ? undefined : checkRendered('block.text', text),
    snapshot: snapshot === undefined ? undefined : checkBytes('block.snapshot', snapshot),
  }
}

/** The fields to change; `undefined` for unchanged ones. `meta` is JSON. */
export interface CheckedBlockChange {
  readonly label: string | undefined
  readonly kind: string | undefined
  readonly meta: string | undefined
}

/** Checks a change of a block's label, kind or meta. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkBlockChange(change: BlockChange): CheckedBlockChange {
  const { label, kind, meta } = mustBeRecord('change', change, ['label', 'kind', 'meta'])
  return {
    label: label === undefined ? undefined : checkId('change.label', label),
    kind: kind === undefined ? undefined : checkId('change.kind', kind),
    meta: meta === undefined ? undefined : metaText('change.meta', meta),
  }
}

/**
 * Validates bytes and copies them to a plain `Uint8Array`.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for no bytes, too many bytes, and values other than a `Uint8Array`
 */
export function checkBytes(what: string, bytes: unknown): Uint8Array {
  // Checked by name, so that arrays of other realms are accepted, but not views of wider numbers.
  if (!ArrayBuffer.isView(bytes) || Object.prototype.toString.call(bytes) !== '[object Uint8Array]') {
    throw invalid(what, 'is not a Uint8Array')
  }
  if (bytes.byteLength === 0) throw invalid(what, 'is empty')
  if (bytes.byteLength > largestBytes) throw invalid(what, `is larger than ${largestBytes} bytes`)
  return new Uint8Array(bytes as Uint8Array)
}

/** Checks the text of a block: any well-formed text, including ''. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkRendered(what: string, text: unknown): string {
  if (typeof text !== 'string') throw invalid(what, `is ${text === null ? 'null' : typeof text}, not a string`)
  if (/[\uD800-\uDFFF]/u.test(text)) throw invalid(what, 'has half of a surrogate pair')
  return text
}

/** The block fields that a filter compares. */
export interface ListedBlock {
  readonly kind: string
  readonly label: string
  readonly contentRevision: number
  readonly textRevision: number
}

/**
 * Checks a `BlockListRequest` and returns it with its filter as a function. @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkBlockList(request: BlockListRequest = {}): {
  readonly after: string | undefined
  readonly limit: number
  readonly accepts: (block: ListedBlock) => boolean
} {
  const { after, limit } = checkList(request, ['filter'])
  const { filter = {} } = request
  const known: readonly (keyof BlockFilter)[] = ['kinds', 'labelPrefix', 'stale']
  const { kinds, labelPrefix = '', stale }: BlockFilter = mustBeRecord('filter', filter, known)
  const wanted = kinds === undefined ? undefined : new Set(checkTexts('filter.kinds', kinds))
  if (typeof labelPrefix !== 'string') throw invalid('filter.labelPrefix', 'is not a string')
  if (stale !== undefined && typeof stale !== 'boolean') throw invalid('filter.stale', 'is not true or false')
  const accepts = ({ kind, label, contentRevision, textRevision }: ListedBlock): boolean =>
    (wanted === undefined || wanted.has(kind)) &&
    label.startsWith(labelPrefix) &&
    (stale === undefined || stale === textRevision < contentRevision)
  return { after, limit, accepts }
}

function metaText(what: string, meta: BlockMeta): string {
  const lost = lostByJson(mustBeRecord(what, meta), 0)
  if (lost !== undefined) throw invalid(what, `has ${lost}, which JSON cannot store`)
  const text = JSON.stringify(meta)
  if (text.length > largestMeta) throw invalid(what, `is longer than ${largestMeta} characters of JSON`)
  return text
}
