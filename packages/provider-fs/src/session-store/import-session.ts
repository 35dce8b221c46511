import type { ExportedSession } from '@lamella/core/store'
import { replaceFile } from '../disk/durable.ts'
import { createOutput, type Output, writeCopied } from './copied-session.ts'
import type { SessionPlace } from './places.ts'
import { type RunFile, writeRunFile } from './run-file.ts'
import { emptyTail } from './tail.ts'
import { type WriterTail, type Written, writeCompaction, writeMessages, writeRun } from './write-change.ts'

/**
 * Writes an exported session: its changes in their original order. The write is atomic. The lock of the place must be
 * held.
 */
export async function importSession(place: SessionPlace, exported: ExportedSession, sync: boolean): Promise<void> {
  await replaceFile(place.path, sync, async (file) => {
    const out = createOutput(file)
    const writeState = (run: RunFile): Promise<void> => writeRunFile(place, run, sync)
    let tail = await beginning(out, place, exported, writeState)
    /** Adds a change at its own revision: those of earlier states of the run are missing. */
    const add = async (revision: number, write: (from: WriterTail) => Written): Promise<void> => {
      const written = write({ ...tail, revision: revision - 1 })
      if (written.run) await writeState(written.run)
      await out.add(written.text)
      tail = written.tail
    }
    const addRunBefore = async (revision: number): Promise<void> => {
      const { run } = exported
      if (!run || tail.run || run.revision >= revision) return
      await add(run.revision, (from) => writeRun(place, from, run.text))
    }
    for (const { revision, operation, start, length, compaction } of exported.changes) {
      await addRunBefore(revision)
      await add(revision, (from) =>
        compaction
          ? writeCompaction(place, from, compaction, { at: compaction.at, operation })
          : writeMessages(place, from, exported.messages.slice(start, length), operation),
      )
    }
    await addRunBefore(Number.POSITIVE_INFINITY)
    await out.flush()
  })
}

async function beginning(
  out: Output,
  place: SessionPlace,
  { info: { forkedFrom }, run, messages, compactions }: ExportedSession,
  writeState: (run: RunFile) => Promise<void>,
): Promise<WriterTail> {
  if (!forkedFrom) return { ...emptyTail, headerAt: undefined }
  const copied = {
    forkedFrom,
    messages: messages.slice(0, forkedFrom.at),
    compactions: compactions.filter(({ revision }) => revision === 1),
    run: run?.revision === 1 ? run.text : undefined,
  }
  return writeCopied(out, place, copied, writeState)
}
