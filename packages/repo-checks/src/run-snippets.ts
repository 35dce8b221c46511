import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { type Manifest, root } from './repo.ts'
import { entries } from './source-entries.ts'

const exec = promisify(execFile)

/** Where the libraries are installed that pages show Lamella with. */
const docs = join(root, 'docs')
const manifest = JSON.parse(readFileSync(join(docs, 'package.json'), 'utf8')) as Manifest

/** The CRDT library of the blocks loads its WebAssembly from files next to its own, which a bundle does not have. */
const besideItsFiles: Plugin = {
  name: 'beside-its-files',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^loro-crdt$/ }, ({ path }) => {
      const require = createRequire(join(root, 'packages/blocks/package.json'))
      return { path: require.resolve(path), external: true }
    })
  },
}

/** Gives `program:3` the text of the fourth program. */
const programsOf = (programs: readonly string[]): Plugin => ({
  name: 'programs',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^program:/ }, ({ path }) => ({ path: path.slice('program:'.length), namespace: 'program' }))
    onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => {
      return { contents: programs[Number(path)] ?? '', resolveDir: docs, loader: 'ts' }
    })
  },
})

/**
 * Runs programs against the sources of the packages and returns what each prints, without the last line break. They
 * share one bundle and one process, in which each starts when the one before has ended.
 */
export async function runSnippets(programs: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(docs, 'node_modules/.snippets-'))
  try {
    await build({
      entryPoints: programs.map((_, index) => ({ in: `program:${index}`, out: `${index}` })),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      alias: Object.fromEntries(entries.map(({ specifier, source }) => [specifier, source])),
      plugins: [programsOf(programs), besideItsFiles],
      external: Object.keys(manifest.devDependencies ?? {}),
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'es2023',
      absWorkingDir: root,
      logLevel: 'silent',
    })
    const end = randomUUID()
    const runs = programs.map((_, index) => `await import('./${index}.mjs')\nconsole.log('${end}')\n`)
    await writeFile(join(folder, 'all.mjs'), runs.join(''))
    const { stdout } = await exec(process.execPath, [join(folder, 'all.mjs')], { cwd: root })
    return programs.map((_, index) => (stdout.split(`${end}\n`)[index] ?? '').trimEnd())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
