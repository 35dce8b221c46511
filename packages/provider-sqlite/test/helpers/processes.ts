import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programIn, type Running } from '../../../provider-fs/test/stores/helpers/running.ts'
import { tempFolder } from './folder.ts'

const sources: Readonly<Record<'program' | 'turns' | 'crowd', string>> = {
  program: fileURLToPath(new URL('program.ts', import.meta.url)),
  turns: fileURLToPath(new URL('turns.ts', import.meta.url)),
  crowd: fileURLToPath(new URL('crowd.ts', import.meta.url)),
}
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Compiles a program of this folder to plain JavaScript. Returns a function that starts it. */
export async function programs(
  name: keyof typeof sources = 'program',
): Promise<(...args: readonly (string | number)[]) => Running> {
  const folder = tempFolder()
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  return programIn(folder, sources[name], ['better-sqlite3', 'sqlite-vec'])
}
