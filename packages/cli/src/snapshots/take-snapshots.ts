import { readFile } from 'node:fs/promises'
import { contextSnapshot } from '@lamella/runs'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { cliError, codeOf } from '../problem.ts'
import { writeInFolder } from '../write-file.ts'
import type { SnapshotRequest } from './snapshot-config.ts'

/** A snapshot as it is, and as its file has it. */
export interface TakenSnapshot extends Pick<SnapshotRequest, 'name' | 'file'> {
  readonly now: string
  /** `undefined` if there is no file. */
  readonly kept: string | undefined
}

/**
 * Builds a request and reads its snapshot.
 *
 * @throws LamellaError `SNAPSHOT_UNREADABLE`, and those of `assemble`
 */
export async function takeSnapshot(
  { name, workspace, options, file, texts }: SnapshotRequest,
  io: Io,
): Promise<TakenSnapshot> {
  const quiet: Io = {
    ...io,
    // What follows from the model is in the snapshot, and need not be given for each request.
    stderr: { write: () => true },
    // A message of a config is a text, also `-`: it must not depend on what happens to be in the input.
    stdin: dash(),
  }
  const { context } = await assemble(workspace, options, quiet)
  return { name, file, now: contextSnapshot(context, { texts }), kept: await readKept(file) }
}

/** The input that a message `-` is read from. */
async function* dash(): AsyncGenerator<string> {
  yield '-'
}

/** @throws LamellaError `SNAPSHOT_UNWRITABLE` */
export async function writeSnapshot({ file, now }: TakenSnapshot): Promise<void> {
  try {
    await writeInFolder(file, now, 'w')
  } catch (cause) {
    const what = `The snapshot '${file}' cannot be written (${codeOf(cause)}).`
    throw cliError('SNAPSHOT_UNWRITABLE', what, 'Check the path, and the free disk space.', { file }, cause)
  }
}

async function readKept(file: string): Promise<string | undefined> {
  try {
    // Git may have changed the line ends.
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    const what = `The snapshot '${file}' cannot be read (${codeOf(cause)}).`
    const fix = 'Check the path, or name another file with "snapshot".'
    throw cliError('SNAPSHOT_UNREADABLE', what, fix, { file }, cause)
  }
}
