import { stat } from 'node:fs/promises'
import { createFileReader, listWorkspace, workspaceFiles } from '@lamella/provider-fs'
import type { Io } from '../io.ts'
import { paletteFor } from '../palette.ts'
import { toJson } from '../plain.ts'
import { warn } from '../write.ts'
import {
  readTranscriptFile,
  type TranscriptFile,
  transcriptAt,
  transcriptsIn,
  type Unopened,
} from './transcript-files.ts'
import { listText, type SessionRow, sessionRow } from './write-list.ts'
import { sessionText } from './write-session.ts'
import { compareWithRun, sideBySideText } from './write-side-by-side.ts'

/** For a list, the texts do not matter. */
const listLimit = 200

/**
 * Shows the sessions of other programs: a list of a folder, or a report of a file.
 *
 * @returns `false` if the target is something else: a recording, or a workspace.
 */
export async function inspectTranscripts(target: string, json: boolean, io: Io): Promise<boolean> {
  const leftOut: Unopened = (path, error) => {
    warn(io, `lamella: ${path} is left out: ${error instanceof Error ? error.message : String(error)}`)
  }
  const found = await sessionsAt(target, leftOut)
  if (found.length === 0) return false
  const palette = paletteFor(io.stdout, io.env)
  const [only] = found
  const isFile = found.length === 1 && only?.path === target
  if (isFile) {
    for (const session of await readTranscriptFile(target, { format: only.format, size: only.bytes })) {
      const row = sessionRow(only, session)
      if (json) {
        io.stdout.write(`${toJson({ ...row, ...session, sideBySide: await compareWithRun(session) })}\n`)
        continue
      }
      io.stdout.write(await sessionText(session, row, palette))
      // It takes seconds for a long session: the rest is on the screen before.
      io.stdout.write(sideBySideText(await compareWithRun(session), session, palette))
    }
    return true
  }
  const rows: SessionRow[] = []
  for (const file of found) {
    try {
      const found = await readTranscriptFile(file.path, { format: file.format, partLimit: listLimit })
      rows.push(...found.map((one) => sessionRow(file, one)))
    } catch (error) {
      leftOut(file.path, error)
    }
  }
  io.stdout.write(json ? `${toJson(rows)}\n` : listText(rows, palette))
  return true
}

async function sessionsAt(target: string, leftOut: Unopened): Promise<readonly TranscriptFile[]> {
  const stats = await stat(target).catch(() => undefined)
  if (stats?.isFile()) {
    const file = await transcriptAt(target)
    return file ? [file] : []
  }
  if (!stats?.isDirectory() || (await isWorkspace(target))) return []
  return transcriptsIn(target, leftOut)
}

/** A folder with a file that a workspace is made of is one, whatever else is in it. */
export async function isWorkspace(folder: string): Promise<boolean> {
  const names = new Set(await listWorkspace(createFileReader(folder)))
  return workspaceFiles.some(({ name, use }) => use !== undefined && names.has(name))
}
