import { invalid, type Owner } from '../check/check.ts'
import type { CheckedBlock } from '../check/check-block.ts'
import type { Change } from '../check/check-request.ts'
import type { Grant } from '../check/check-share.ts'
import { mustBeAt } from '../check/store-errors.ts'
import type { BlockAppended, BlockContent, BlockInfo, BlockMeta, StoredBlock } from '../contract/block-store.ts'

/** An update in stored form. */
interface Update {
  readonly revision: number
  readonly bytes: Uint8Array
}

/** One block in stored form. */
export interface BlockRecord {
  readonly id: string
  label: string
  kind: string
  /** As JSON, so that callers cannot change it. */
  meta: string
  text: string
  revision: number
  contentRevision: number
  textRevision: number
  snapshot: Uint8Array | undefined
  /** The revision up to which updates are in the snapshot. */
  snapshotRevision: number
  updates: Update[]
  /** Named updates, which are not appended again. Stored whole, to detect a different update under the same name. */
  readonly operations: Map<string, Update>
  createdAt: string | undefined
  updatedAt: string | undefined
  /** The searched content: text and label. Created on first search. */
  said: string | undefined
  /** By grantee. */
  readonly shares: Map<string, Share>
}

/** A block that is shared with one scope. */
export interface Share extends Grant {
  readonly owner: Owner
  readonly record: BlockRecord
}

/** Creates a block at its first revision. */
export function newBlockRecord({ text, ...block }: CheckedBlock, at: string | undefined): BlockRecord {
  return {
    ...block,
    text: text ?? '',
    revision: 1,
    contentRevision: 1,
    textRevision: text === undefined ? 0 : 1,
    snapshotRevision: 1,
    updates: [],
    operations: new Map(),
    createdAt: at,
    updatedAt: at,
    said: undefined,
    shares: new Map(),
  }
}

/** Adds an update, unless it was added before. */
export function appendUpdate(record: BlockRecord, bytes: Uint8Array, change: Change): BlockAppended {
  const { operation, expectedRevision, at } = change
  const done = operation === undefined ? undefined : record.operations.get(operation)
  if (done) {
    if (!sameBytes(done.bytes, bytes)) {
      throw invalid('options.operation', 'is the name of another update of this block')
    }
    return { revision: done.revision, repeated: true }
  }
  mustBeAt('block', record.id, expectedRevision, record.revision)
  touchBlock(record, at)
  const update = { revision: record.revision, bytes }
  record.contentRevision = record.revision
  record.updates.push(update)
  if (operation !== undefined) record.operations.set(operation, update)
  return { revision: record.revision, repeated: false }
}

/** Increments the revision. */
export function touchBlock(record: BlockRecord, at: string | undefined): void {
  record.revision++
  record.createdAt ??= at
  record.updatedAt = at ?? record.updatedAt
}

/** Replaces updates with a snapshot, unless there is a later one. */
export function compactRecord(record: BlockRecord, snapshot: Uint8Array, upTo: number): void {
  mustBeReached(upTo, record.revision)
  if (upTo < record.snapshotRevision) return
  record.snapshot = snapshot
  record.snapshotRevision = upTo
  record.updates = record.updates.filter(({ revision }) => revision > upTo)
}

/** Replaces the text, unless the existing one is of a later revision. */
export function setRecordText(record: BlockRecord, text: string, upTo: number): void {
  mustBeReached(upTo, record.revision)
  if (upTo < record.textRevision) return
  record.text = text
  record.textRevision = upTo
  record.said = undefined
}

/** Returns the bytes that are new since a revision. */
export function contentOf({ revision, snapshot, snapshotRevision, updates }: BlockRecord, since: number): BlockContent {
  // A reader ahead of this block has seen a different block.
  const seen = since > revision ? 0 : since
  const isBehind = seen < snapshotRevision
  const news = isBehind ? updates : updates.filter((update) => update.revision > seen)
  const content = { revision, updates: news.map(({ bytes }) => bytes.slice()) }
  return isBehind && snapshot !== undefined ? { ...content, snapshot: snapshot.slice() } : content
}

/** Returns a block's metadata. */
export function blockInfoOf(record: BlockRecord): BlockInfo {
  const { id, label, kind, meta, revision, contentRevision, textRevision, createdAt, updatedAt } = record
  return {
    id,
    label,
    kind,
    meta: JSON.parse(meta) as BlockMeta,
    revision,
    contentRevision,
    textRevision,
    snapshotSize: record.snapshot?.length ?? 0,
    updates: record.updates.length,
    updatesSize: record.updates.reduce((sum, { bytes }) => sum + bytes.length, 0),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  }
}

/** Returns the same with its text. */
export function storedBlockOf(record: BlockRecord): StoredBlock {
  return { ...blockInfoOf(record), text: record.text }
}

function mustBeReached(upTo: number, revision: number): void {
  if (upTo > revision) throw invalid('upTo', `is ${upTo}, but the block is at revision ${revision}`)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
