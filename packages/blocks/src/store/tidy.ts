import type { BlockInfo } from '@lamella/core'
import type { StructuredDocument } from '../document/structured-document.ts'
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
  run(document: StructuredDocument, seen: number, hasText: boolean): Promise<void>
}

/** Characters of a text that is written after every change: about those of a block that stands in a context. */
const shortText = 10_000

export function createTidy({ owner, sharedFrom }: Place, settings: Settings, first: BlockInfo): Tidy {
  const { blocks, compactAfter } = settings
  const { id } = first
  let { revision, snapshotSize, updates, updatesSize, textRevision, contentRevision } = first
  /** Of the text that was written last. A long one is written when a quarter as many bytes are new, so that cost follows edits. */
  let textLength: number | undefined
  let newBytes = 0

  function see(info: BlockInfo): void {
    ;({ revision, snapshotSize, updates, updatesSize, textRevision, contentRevision } = info)
  }

  function isTextDue(): boolean {
    if (textRevision >= contentRevision) return false
    return textLength === undefined || textLength <= shortText || newBytes * 4 >= textLength
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
    run: async (document, seen, hasText) => {
      if (isTextDue() || (hasText && textRevision < contentRevision)) {
        const text = document.render()
        see(await blocks.setText(owner, id, text, seen))
        textLength = text.length
        newBytes = 0
      }
      // That of somebody else is its owner's to compact.
      if (sharedFrom !== undefined) return
      if (updates < compactAfter.updates && updatesSize < Math.max(compactAfter.bytes, snapshotSize)) return
      if (updates > 0) see(await blocks.compact(owner, id, document.exportSnapshot(), seen))
    },
  }
}
