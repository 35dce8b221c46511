import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildResult, build } from 'esbuild'
import { atMost, type Section } from './section.ts'

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

/** Builds a context of the standard layers, and encodes it. */
const firstBuild = `
  import { createContext } from '@lamella/core'
  import { standardLayers } from '@lamella/layers'
  import { toOpenAIChat } from '@lamella/wire/openai-chat'

  const context = await createContext()
    .use(standardLayers({ system: { soul: 'Be kind.' } }))
    .budget({ window: 16_000, reserve: 1_000 })
    .build({
      scope: { tenant: 'acme', user: 'ada', agent: 'guide' },
      session: [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi.' }],
      message: { role: 'user', content: 'And now?' },
    })
  toOpenAIChat(context)
`

/** Measures what programs load from the built packages. */
export async function sizes(): Promise<Section> {
  const measured = await Promise.all(
    programs.map(async (program) => ({ ...program, kB: (await bytesOf(program.code)) / 1_000 })),
  )
  const name = 'a first build of the standard layers and its encoding, with all that they import on demand'
  measured.push({ name, code: firstBuild, kB: (await bytesRun(firstBuild)) / 1_000, goal: 72 })
  return {
    title: 'What programs load',
    about:
      'kB (1,000 bytes) of the built packages without what loads on demand, bundled by esbuild with code splitting, ' +
      'minified, gzip 9. The last row counts all that the program has loaded when it ends.',
    table: [['program', 'kB', 'goal'], ...measured.map(({ name, kB, goal }) => [name, kB.toFixed(1), `${goal}`])],
    claims: measured.map(({ name, kB, goal }) =>
      atMost(`${name}: at most ${goal} kB`, kB, goal, `${kB.toFixed(1)} kB`),
    ),
  }
}

const bundled = async (code: string, banner = ''): Promise<BuildResult<{ write: false; metafile: true }>> =>
  build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'esm',
    minify: true,
    splitting: true,
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    write: false,
    metafile: true,
    platform: 'node',
    external: ['ai', '@ai-sdk/*'],
    logLevel: 'error',
  })

const zipped = (files: readonly Uint8Array[]): number =>
  files.reduce((sum, contents) => sum + gzipSync(contents, { level: 9 }).length, 0)

/** Returns the bytes of the modules that a program imports before it starts. */
async function bytesOf(code: string): Promise<number> {
  const { metafile, outputFiles } = await bundled(code)
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
  return zipped(files.map(({ contents }) => contents))
}

const noteLoaded = 'modulesOfBench.add(import.meta.url);'

/** Runs a program, and returns the bytes of the modules that it has imported when it ends. */
async function bytesRun(code: string): Promise<number> {
  const seen = new Set<string>()
  Object.assign(globalThis, { modulesOfBench: seen })
  const { outputFiles } = await bundled(code, noteLoaded)
  const folder = await mkdtemp(join(tmpdir(), 'lamella-sizes-'))
  try {
    await Promise.all(outputFiles.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)))
    await import(pathToFileURL(join(folder, 'stdin.mjs')).href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const names = new Set([...seen].map((url) => basename(fileURLToPath(url))))
  const loaded = outputFiles.filter(({ path }) => names.has(basename(path)))
  return zipped(loaded.map(({ text }) => Buffer.from(text.replace(noteLoaded, ''))))
}
