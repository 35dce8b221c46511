import { execFileSync } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Returns the path of a program beside this one. */
export function scriptOf(name: string): string {
  return fileURLToPath(new URL(`${name}.js`, import.meta.url))
}

/** Bundles a program into one file beside it, copies the table of tokens that it reads, and returns its path. */
export async function bundled(script: string): Promise<string> {
  const outfile = script.replace(/\.js$/, '.bundle.mjs')
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // It loads a native addon from its own folder.
    external: ['better-sqlite3'],
    logLevel: 'error',
  })
  const table = new URL('o200k_base.bin', import.meta.resolve('@lamella/tokenizer-tiktoken'))
  await copyFile(table, new URL('o200k_base.bin', import.meta.url))
  return outfile
}

/** Returns the CPU time of a process from its start to its first request, in milliseconds: the median of five. */
export function coldProcess(script: string, root: string): number {
  const runs = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, [script, root], { encoding: 'utf8' })),
  )
  return runs.sort((a, b) => a - b)[2] ?? Number.NaN
}
