import { type BuildOptions, build } from 'esbuild'
import { packages, root } from './repo.ts'
import { entries } from './source-entries.ts'

/** A bundle in memory. */
export interface Bundle {
  readonly code: string
  /** The files in it, relative to the repository. */
  readonly inputs: readonly string[]
  /** The files whose code is in it. */
  readonly used: readonly string[]
}

const sources = Object.fromEntries(entries.map(({ specifier, source }) => [specifier, source]))

/** What packages leave out of pages: it is resolved where it is imported, so that their field `browser` is read. */
const leftOut = packages.flatMap(({ manifest }) => Object.keys(manifest.browser ?? {}))
/** Where a bundler finds the packages of this repository: import specifier to source. */
export const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sources).filter(([specifier]) => !leftOut.includes(specifier)),
)

/** Bundles an entry, or a program given as text, from the sources of the packages. */
export async function bundle(
  what: { readonly source: string } | { readonly code: string },
  options: BuildOptions,
): Promise<Bundle> {
  const input: BuildOptions =
    'source' in what
      ? { entryPoints: [what.source] }
      : { stdin: { contents: what.code, resolveDir: `${root}/packages/repo-checks`, loader: 'ts' } }
  const { outputFiles, metafile } = await build({
    ...input,
    alias: { ...aliases },
    conditions: ['@lamella/source'],
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    target: 'es2023',
    absWorkingDir: root,
    ...options,
  })
  const parts = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs))
  return {
    code: outputFiles?.[0]?.text ?? '',
    inputs: Object.keys(metafile?.inputs ?? {}),
    used: parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  }
}
