import type { BlockInfo } from '@lamella/store'
import type { Replica } from '../document/replica.ts'
import type { Place } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'

/** Keeps a block's snapshot and search text up to date. */
export interface Tidy {
  /** Adopts the store's data about the block. */
  update(info: BlockInfo): void
  /** Counts an appended update. */
  add(bytes: number, revision: number): void
  /** The newest known revision. */
  revision(): number
  /** Bytes in the store. */
  size(): number
  /**
   * Writes the text and the snapshot if they are due.
   *
   * @param seen The revision that the replica is current with.
   * @param needsText Writes the text even if it is not due.
   */
  run(replica: Pick<Replica, 'render' | 'exportSnapshot'>, seen: number, needsText: boolean): Promise<void>
}

/**
 * The longest text, in characters, that is written after every change. Indexing a longer one takes more time than the
 * change itself.
 */
const shortText = 1_000

/** The maximum number of bytes that a snapshot may have per update it replaces. */
const bytesPerUpdate = 1024

export function createTidy({ owner, sharedFrom }: Place, settings: Settings, first: BlockInfo): Tidy {
  const { blocks, compactAfter } = settings
  let info = first
  /** The length of the text that was written last here. */
  let textLength: number | undefined
  /** Bytes of the updates since then. */
  let newBytes = 0

  const size = (): number => info.snapshotSize + info.updatesSize

  /**
   * A long text is rewritten only after as many new bytes as it has, so that the cost follows the edits. A search
   * writes it earlier.
   */
  function isTextDue(): boolean {
    const { updates, updatesSize, contentRevision, textRevision } = info
    // The updates of others are estimated at the average size.
    const ofAll = updates === 0 ? 0 : ((contentRevision - textRevision) * updatesSize) / updates
    const fresh = Math.max(newBytes, ofAll)
    const length = textLength ?? size() - fresh
    return length <= shortText || fresh >= length
  }

  /** A snapshot is never much larger than the updates it replaces, for the same reason. */
  function isSnapshotDue(): boolean {
    const { updates, updatesSize, snapshotSize } = info
    if (updates === 0) return false
    const mostUpdates = Math.max(compactAfter.updates, snapshotSize / bytesPerUpdate)
    return updates >= mostUpdates || updatesSize >= Math.max(compactAfter.bytes, snapshotSize)
  }

  return {
    update: (fresh) => {
      info = fresh
    },
    add: (bytes, reached) => {
      const revision = Math.max(info.revision, reached)
      const [updates, updatesSize] = [info.updates + 1, info.updatesSize + bytes]
      info = { ...info, revision, contentRevision: revision, updates, updatesSize }
      newBytes += bytes
    },
    revision: () => info.revision,
    size,
    run: async (replica, seen, needsText) => {
      if (info.textRevision < info.contentRevision && (needsText || isTextDue())) {
        const text = replica.render()
        info = await blocks.setText(owner, first.id, text, seen)
        textLength = text.length
        newBytes = 0
      }
      // The owner of a shared block compacts it.
      if (sharedFrom !== undefined) return
      if (isSnapshotDue()) info = await blocks.compact(owner, first.id, replica.exportSnapshot(), seen)
    },
  }
}
