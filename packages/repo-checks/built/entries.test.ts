import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type OnResolveArgs, type OnResolveResult } from 'esbuild'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'
import { parse } from '../src/syntax.ts'

interface Exported {
  readonly name: string
  /** The name that it has in the file. */
  readonly local: string
  readonly isType: boolean
}

/** Returns what a file exports by lists: an entry has nothing else. */
function exportsOf(file: string): readonly Exported[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return []
    const clause = statement.exportClause
    if (!clause || !ts.isNamedExports(clause)) return []
    return clause.elements.map(({ name, propertyName, isTypeOnly }) => {
      return { name: name.text, local: (propertyName ?? name).text, isType: statement.isTypeOnly || isTypeOnly }
    })
  })
}

const names = (list: readonly Exported[]): readonly string[] => [...new Set(list.map(({ name }) => name))].sort()

const entries = published.flatMap((one) =>
  entriesOf(one).map((entry) => {
    const targets = one.manifest.publishConfig?.exports ?? {}
    const target = targets[`.${entry.specifier.slice(one.manifest.name.length)}`] as Readonly<Record<string, string>>
    return {
      ...entry,
      built: join(one.path, target['default'] as string),
      types: join(one.path, target['types'] as string),
    }
  }),
)

/** The code of an entry's own files that a bundler keeps although nothing of them is used: what it takes for an effect. */
async function unusedRest(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import ${JSON.stringify(file)}`, resolveDir: dirname(file) },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'silent',
    plugins: [{ name: 'own-files', setup: (bundler) => bundler.onResolve({ filter: /./ }, own) }],
  })
  return outputFiles[0]?.text ?? ''
}

/** Resolves an import as if its package had not declared to be free of effects; other packages are left out. */
function own({ path, resolveDir, kind }: OnResolveArgs): OnResolveResult {
  const isOwn = /^[./]/.test(path) && kind === 'import-statement'
  return isOwn ? { path: resolve(resolveDir, path), sideEffects: true } : { path, external: true, sideEffects: false }
}

/** The heuristic is one function, and reads the numbers of all features from its table by name, before it counts. */
const removable = entries.filter(({ specifier }) => specifier !== '@lamella/tokenizer-heuristic')

describe('a published entry', () => {
  it.each(entries)('$specifier loads in its built form and exports the same names as its source', async (entry) => {
    const exported = (await import(pathToFileURL(entry.built).href)) as object
    expect(Object.keys(exported).sort()).toEqual(names(exportsOf(entry.source).filter(({ isType }) => !isType)))
  })

  it.each(entries)('$specifier declares the names of its source, as they are written there', ({ source, types }) => {
    const declared = exportsOf(types)
    expect(names(declared)).toEqual(names(exportsOf(source)))
    expect(declared.filter(({ local }) => /\$\d+$/.test(local))).toEqual([])
  })

  it.each(removable)('$specifier leaves nothing of itself in a bundle that does not use it', async ({ built }) => {
    expect(await unusedRest(built)).toBe('')
  })

  it.each(published)('of $manifest.name has the comments of members where editors look for them', ({ path }) => {
    const dist = join(path, 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
    const behind = files.flatMap((file) =>
      readFileSync(join(dist, file), 'utf8')
        .split('\n')
        .filter((line) => /^ +readonly .*; *\/\*\*/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(behind).toEqual([])
  })
})
