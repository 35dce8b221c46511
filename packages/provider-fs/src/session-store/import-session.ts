import { rm } from 'node:fs/promises'
import type { ExportedSession } from '@lamella/store'
import { replaceFile } from '../disk/durable.ts'
import { createOutput, type Output, writeCopied } from './copied-session.ts'
import type { SessionPlace } from './places.ts'
import { emptyTail } from './tail.ts'
import { type WriterTail, writeBeginning, writeCompaction, writeMessages } from './write-change.ts'

/**
 * Writes an exported session: its changes in their original order. The write is atomic. The lock of the place must be
 * held.
 */
export async function importSession(place: SessionPlace, exported: ExportedSession, sync: boolean): Promise<void> {
  await rm(place.runPath, { force: true })
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
  { info: { forkedFrom }, messages, compactions, changes }: ExportedSession,
): Promise<WriterTail> {
  if (!forkedFrom) {
    if (changes[0]?.revision === 1) return { ...emptyTail, headerAt: undefined }
    const { text, tail } = writeBeginning(place)
    await out.add(text)
    return tail
  }
  return writeCopied(out, place, {
    forkedFrom,
    messages: messages.slice(0, forkedFrom.at),
    compactions: compactions.filter(({ revision }) => revision === 1),
  })
}
