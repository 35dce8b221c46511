import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a temporary folder for one test, removed afterwards. */
export interface Folder {
  readonly path: string
  /** Returns the absolute path of something in the folder. */
  at(path: string): string
  /** Writes a file, and any missing parent directories. Returns its absolute path. */
  write(path: string, content: string | Uint8Array): Promise<string>
}

export async function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Folder> {
  // The real path: on some systems the directory for temporary files is itself a link.
  const path = await realpath(await mkdtemp(join(tmpdir(), 'lamella-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  const at = (name: string): string => join(path, name)
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
    return at(name)
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  return { path, at, write }
}
