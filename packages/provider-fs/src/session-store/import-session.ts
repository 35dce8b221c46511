import type { ExportedSession } from '@lamella/core/store'
import { replaceFile } from '../disk/durable.ts'
import { createOutput, type Output, writeCopied } from './copied-session.ts'
import type { SessionPlace } from './places.ts'
import { emptyTail } from './tail.ts'
import { type WriterTail, writeCompaction, writeMessages } from './write-change.ts'

/**
 * Writes an exported session: its changes in their original order. The write is atomic. The lock of the place must be
 * held.
 */
export async function importSession(place: SessionPlace, exported: ExportedSession, sync: boolean): Promise<void> {
  await replaceFile(place.path, sync, async (file) => {
    const out = createOutput(file)
    let tail = await beginning(out, place, exported)
    for (const { operation, start, length, compaction } of exported.changes) {
      const written = compaction
        ? writeCompaction(place, tail, compaction, { at: compaction.at, operation })
        : writeMessages(place, tail, exported.messages.slice(start, length), operation)
      await out.add(written.text)
      tail = written.tail
    }
    await out.flush()
  })
}

async function beginning(
  out: Output,
  place: SessionPlace,
  { info: { forkedFrom }, messages, compactions }: ExportedSession,
): Promise<WriterTail> {
  if (!forkedFrom) return { ...emptyTail, headerAt: undefined }
  return writeCopied(out, place, {
    forkedFrom,
    messages: messages.slice(0, forkedFrom.at),
    compactions: compactions.filter(({ revision }) => revision === 1),
  })
}
