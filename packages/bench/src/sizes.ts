import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Section } from './section.ts'

/** What a program loads at once, and the size it is to have, in kB. */
const programs: readonly { readonly name: string; readonly code: string; readonly goal: number }[] = [
  { name: '`createContext`', code: "export { createContext } from '@lamella/core'", goal: 24 },
  { name: 'all of `@lamella/core`', code: "export * from '@lamella/core'", goal: 26 },
  {
    name: '`createContext`, `standardLayers`, `toOpenAIChat`',
    code: `
      export { createContext } from '@lamella/core'
      export { standardLayers } from '@lamella/layers'
      export { toOpenAIChat } from '@lamella/wire/openai-chat'
    `,
    goal: 62,
  },
  {
    name: '`lamella` of the AI SDK adapter, without the SDK',
    code: "export { lamella } from '@lamella/ai-sdk'",
    goal: 76,
  },
]

/** Measures what programs load at once from the built packages. */
export async function sizes(): Promise<Section> {
  const measured = await Promise.all(
    programs.map(async (program) => ({ ...program, kB: (await bytesOf(program.code)) / 1_000 })),
  )
  return {
    title: 'What programs load',
    about:
      'kB (1,000 bytes) of the built packages without what loads on demand, bundled by esbuild with code splitting, ' +
      'minified, gzip 9.',
    table: [['program', 'kB', 'goal'], ...measured.map(({ name, kB, goal }) => [name, kB.toFixed(1), `${goal}`])],
    claims: measured.map(({ name, kB, goal }) => ({
      text: `${name}: at most ${goal} kB`,
      seen: `${kB.toFixed(1)} kB`,
      holds: kB <= goal,
    })),
  }
}

async function bytesOf(code: string): Promise<number> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'esm',
    minify: true,
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
    platform: 'node',
    external: ['ai', '@ai-sdk/*'],
    logLevel: 'error',
  })
  const { outputs } = metafile
  const loaded = new Set<string>()
  const load = (path: string): void => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && next in outputs) load(next)
    }
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === '<stdin>') load(path)
  const files = outputFiles.filter(({ path }) => [...loaded].some((one) => path.replaceAll('\\', '/').endsWith(one)))
  return files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
}
