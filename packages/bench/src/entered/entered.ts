import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { tempFolder } from '../stores/temp-folder.ts'

/** A function of the sources that a request entered. */
export interface EnteredFunction {
  /** The path of its file in the repository. */
  readonly file: string
  readonly name: string
  readonly calls: number
}

interface Counted {
  readonly functionName: string
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
}

const program = fileURLToPath(new URL('program.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Returns the functions that the third request of a conversation enters, from the question to the encoded request: V8 counts
 * the calls in a process of its own. The bundle names each file in a comment before its code.
 *
 * @param way `build` builds each request on its own; `next` asks a run in a store.
 */
export async function entered(way: 'build' | 'next'): Promise<readonly EnteredFunction[]> {
  const folder = tempFolder()
  try {
    const outfile = join(folder.path, 'program.mjs')
    await build({
      absWorkingDir: root,
      entryPoints: [program],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@lamella/source'],
      logLevel: 'error',
    })
    const counted = execFileSync(process.execPath, [outfile, way], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    const files = [...(await readFile(outfile, 'utf8')).matchAll(/^\/\/ (packages\/\S+)$/gm)]
    return (JSON.parse(counted) as readonly Counted[]).flatMap(({ functionName: name, ranges: [range] }) => {
      if (!range || range.count === 0) return []
      const file = files.findLast(({ index }) => index <= range.startOffset)?.[1] ?? 'packages/bench/'
      return file.startsWith('packages/bench/') ? [] : [{ file, name, calls: range.count }]
    })
  } finally {
    folder.remove()
  }
}
