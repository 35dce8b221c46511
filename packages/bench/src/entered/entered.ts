import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

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
 * the calls in a process of its own, and a source map says where each function is written.
 *
 * @param way `build` builds each request on its own; `next` asks a run in a store.
 */
export async function entered(way: 'build' | 'next'): Promise<readonly EnteredFunction[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-entered-'))
  try {
    const outfile = join(folder, 'program.mjs')
    await build({
      entryPoints: [program],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@lamella/source'],
      sourcemap: true,
      logLevel: 'error',
    })
    const counted = execFileSync(process.execPath, [outfile, way], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    const [text, map] = await Promise.all([readFile(outfile, 'utf8'), readFile(`${outfile}.map`, 'utf8')])
    return placed(
      JSON.parse(counted) as readonly Counted[],
      text,
      new SourceMap(JSON.parse(map) as SourceMapPayload),
      folder,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Finds where the functions that were called are written. */
function placed(
  functions: readonly Counted[],
  text: string,
  map: SourceMap,
  folder: string,
): readonly EnteredFunction[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return functions.flatMap(({ functionName: name, ranges: [range] }) => {
    if (!range || range.count === 0) return []
    const line = starts.findLastIndex((start) => start <= range.startOffset)
    const entry = map.findEntry(line, range.startOffset - (starts[line] ?? 0))
    if (!('originalSource' in entry) || entry.originalSource === undefined) return []
    const file = relative(root, join(folder, entry.originalSource))
    return file.startsWith('packages/') && !file.startsWith('packages/bench/')
      ? [{ file, name, calls: range.count }]
      : []
  })
}
