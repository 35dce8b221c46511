import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'
import { parse } from '../src/syntax.ts'

/** Returns the names that an entry's source exports at run time; an entry lists them by hand. */
function valuesOf(source: string): readonly string[] {
  return parse(source).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return []
    const clause = statement.exportClause
    if (!clause || !ts.isNamedExports(clause)) return []
    return clause.elements.flatMap((one) => (one.isTypeOnly ? [] : [one.name.text]))
  })
}

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

describe('a published entry', () => {
  it.each(entries)('$specifier loads in its built form and exports the same names as its source', async (entry) => {
    const exported = (await import(pathToFileURL(entry.built).href)) as object
    expect(Object.keys(exported).sort()).toEqual([...valuesOf(entry.source)].sort())
    expect(existsSync(entry.types)).toBe(true)
  })
})
