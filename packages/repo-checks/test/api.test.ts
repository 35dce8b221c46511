import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { declaredNames, exportsOf } from '../src/api/exports.ts'
import { apiReport } from '../src/api/report.ts'
import { published, shown } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'
import { docOf, parse } from '../src/syntax.ts'

const libraries = published.filter((one) => entriesOf(one).length > 0)

describe('the report of public names', () => {
  const path = mkdtempSync(join(tmpdir(), 'lamella-api-'))
  afterAll(() => rmSync(path, { recursive: true, force: true }))

  it('has the declarations of what an entry exports, without comments and bodies', () => {
    mkdirSync(join(path, 'src'))
    const files = {
      'index.ts':
        "export { add as plus } from './add.ts'\nexport type { Sum } from './add.ts'\nexport { join } from 'node:path'\n",
      'add.ts':
        '/** A sum. */\nexport interface Sum { readonly of: number }\nexport function add(a: number): Sum\n' +
        'export function add(a: string): Sum\nexport function add(a: unknown): Sum { return { of: Number(a) } }\n' +
        'export const hidden: number = 1\n',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, 'src', name), text)
    const manifest = { name: '@lamella/made-up', exports: { '.': { '@lamella/source': './src/index.ts' } } }
    const report = apiReport({ folder: 'made-up', path, manifest })
    expect(report).toContain('## `@lamella/made-up`')
    expect(report).toContain("export { join } from 'node:path'")
    expect(report).toMatch(/\/\/ as plus\nfunction add\(a: number\): Sum;\nfunction add\(a: string\): Sum;\n/)
    expect(report).toMatch(/interface Sum \{\s+readonly of: number;\s+\}/)
    expect(report).not.toMatch(/A sum|hidden|Number\(/)
  })

  it.each(libraries.map((one) => ({ one, name: one.manifest.name })))(
    'finds a doc comment at each value of $name',
    ({ one }) => {
      const values = entriesOf(one)
        .flatMap(exportsOf)
        .filter(({ isType, file }) => !isType && /\.tsx?$/.test(file))
      const silent = values.filter(({ file, declared }) => {
        const found = parse(file).statements.filter((statement) => declaredNames(statement).includes(declared))
        return !found.some((statement) => docOf(statement) !== '')
      })
      expect(silent.map(({ name, file }) => `${shown(file)}: ${name}`)).toEqual([])
    },
  )

  it.each(libraries.map((one) => ({ one, name: one.manifest.name })))('has every name of $name', ({ one }) => {
    const report = apiReport(one)
    for (const { specifier, source } of entriesOf(one)) {
      const block = report.split(`\n## \`${specifier}\`\n`)[1]?.split('\n## ')[0] ?? ''
      const listed = Array.from(
        parse(source).text.matchAll(/^ {2}(?:type )?(?:\w+ as )?(\w+),$/gm),
        ([, name = '']) => name,
      )
      expect(listed.filter((name) => !new RegExp(`\\b${name}\\b`).test(block))).toEqual([])
      expect(block).toMatch(/```typescript\n\S/)
    }
  })
})
