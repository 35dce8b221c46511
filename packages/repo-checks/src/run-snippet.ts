import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { bundle } from './bundle.ts'
import { root } from './repo.ts'

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

/** Runs a program against the sources of the packages and returns what it prints, without the last line break. */
export async function runSnippet(program: string): Promise<string> {
  const { code } = await bundle({ code: program }, { platform: 'node', format: 'esm', plugins: [besideItsFiles] })
  const args = ['--input-type=module', '-']
  return execFileSync(process.execPath, args, { input: code, encoding: 'utf8', cwd: root }).trimEnd()
}
