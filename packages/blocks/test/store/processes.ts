import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { programIn, type Running } from '../../../provider-fs/test/stores/helpers/running.ts'

const source = fileURLToPath(new URL('program.ts', import.meta.url))
const modules = new URL('../../node_modules/', import.meta.url)
/** The modules that the program needs at run time, and where they are linked: the database driver belongs to the provider. */
const linked = {
  'better-sqlite3': new URL('@lamella/provider-sqlite/node_modules/better-sqlite3', modules),
  'loro-crdt': new URL('loro-crdt', modules),
}

/** A folder that is deleted after the test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lamella-blocks-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Compiles `program.ts` to JavaScript. Returns a function that starts it. */
export async function programs(): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = tempFolder()
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, place] of Object.entries(linked)) {
    symlinkSync(fileURLToPath(place), join(folder, 'node_modules', name), 'junction')
  }
  return programIn(folder, source, [...Object.keys(linked), 'sqlite-vec'])
}
