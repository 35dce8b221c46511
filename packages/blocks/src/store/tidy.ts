import type { BlockInfo } from '@lamella/core/store'
import type { Replica } from '../document/replica.ts'
import type { Place } from './place.ts'
import type { Settings } from './settings.ts'

/** Keeps what is derived from a block in order: the snapshot, and the text for search. */
export interface Tidy {
  /** Takes what the store says of the block. */
  see(info: BlockInfo): void
  /** Counts an update that was appended. */
  add(bytes: number, revision: number): void
  /** The newest revision that is known. */
  revision(): number
  /** Bytes in the store. */
  size(): number
  /**
   * Compacts and writes the text, where it is time for that.
   *
   * @param seen The revision up to which everything is in the document.
   * @param hasText Whether the text is to be written in any case.
   */
  run(replica: Pick<Replica, 'render' | 'exportSnapshot'>, seen: number, hasText: boolean): Promise<void>
}

/** Characters of a text that is written after every change. Its words go into an index: that takes longer than the change itself. */
const shortText = 1_000

/** A snapshot is made at the earliest when there is an update for each so many bytes of the last one. */
const bytesForUpdate = 1024

export function createTidy({ owner, sharedFrom }: Place, settings: Settings, first: BlockInfo): Tidy {
  const { blocks, compactAfter } = settings
  const { id } = first
  let { revision, snapshotSize, updates, updatesSize, textRevision, contentRevision } = first
  /** Of the text that was written last, where that was here. */
  let textLength: number | undefined
  /** Bytes of updates since then. */
  let newBytes = 0

  function see(info: BlockInfo): void {
    ;({ revision, snapshotSize, updates, updatesSize, textRevision, contentRevision } = info)
  }

  /** A longer one is written when as many bytes are new as it has, so that cost follows edits. A search writes it before. */
  function isTextDue(): boolean {
    if (textRevision >= contentRevision) return false
    const fresh = Math.max(newBytes, newBytesOfAll())
    const length = textLength ?? snapshotSize + updatesSize - fresh
    return length <= shortText || fresh >= length
  }

  /** Those that others have appended are as large as updates are here. */
  function newBytesOfAll(): number {
    return updates === 0 ? 0 : ((contentRevision - textRevision) * updatesSize) / updates
  }

  /** A snapshot is never many times as large as the updates that it replaces, for the same reason. */
  function isSnapshotDue(): boolean {
    if (updates === 0) return false
    const mostUpdates = Math.max(compactAfter.updates, snapshotSize / bytesForUpdate)
    return updates >= mostUpdates || updatesSize >= Math.max(compactAfter.bytes, snapshotSize)
  }

  return {
    see,
    add: (bytes, reached) => {
      revision = Math.max(revision, reached)
      contentRevision = revision
      updates++
      updatesSize += bytes
      newBytes += bytes
    },
    revision: () => revision,
    size: () => snapshotSize + updatesSize,
    run: async (replica, seen, hasText) => {
      if (isTextDue() || (hasText && textRevision < contentRevision)) {
        const text = replica.render()
        see(await blocks.setText(owner, id, text, seen))
        textLength = text.length
        newBytes = 0
      }
      // That of somebody else is its owner's to compact.
      if (sharedFrom !== undefined) return
      if (isSnapshotDue()) see(await blocks.compact(owner, id, replica.exportSnapshot(), seen))
    },
  }
}
