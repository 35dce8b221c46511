import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorPages } from '../../../docs/src/error-pages.ts'
import { codePage } from '../src/code-page.ts'
import { type Code, declaredErrors, errorCodes, noticeCodes, thrownErrors } from '../src/codes.ts'
import { filesBelow, packages, published, root, shown, sourcesOf } from '../src/repo.ts'

const page = join(root, 'docs/error-codes.md')
// The page as it is to be: `pnpm docs:generate` writes it at the end of the tests.
const codesUnder = (heading: string): readonly string[] => {
  const section =
    codePage()
      .split(/^## /m)
      .find((one) => one.startsWith(heading)) ?? ''
  return Array.from(section.matchAll(/^\| `([A-Z_]+)`/gm), ([, code = '']) => code)
}
const names = (codes: readonly Code[]): readonly string[] => codes.map(({ code }) => code)

describe('docs/error-codes.md', () => {
  it('matches the sources; `pnpm docs:generate` writes it', async () => {
    await expect(codePage()).toMatchFileSnapshot(page)
  })

  it('lists exactly the error codes of the sources', () => {
    expect(new Set(codesUnder('Errors'))).toEqual(new Set(names(errorCodes())))
  })

  it('lists exactly the notice codes of the sources', () => {
    expect(new Set(codesUnder('Notices'))).toEqual(new Set(names(noticeCodes())))
  })

  it('describes each code', () => {
    expect([...errorCodes(), ...noticeCodes()].filter(({ what }) => what === '')).toEqual([])
  })
})

const programs = ['core', 'store', 'runs', 'host']

describe('error codes', () => {
  it.each(published.map((one) => ({ one, name: one.manifest.name })))(
    '$name uses every code it declares',
    ({ one }) => {
      // The core declares the codes of stores, runs and hosts, too: `isLamellaError` gives their details types.
      const users = one.folder === 'core' ? published.filter(({ folder }) => programs.includes(folder)) : [one]
      const text = users
        .flatMap(sourcesOf)
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n')
      expect(names(declaredErrors(one)).filter((code) => !text.includes(`'${code}'`))).toEqual([])
    },
  )

  it('have the same details in every package', () => {
    const all = [...published.flatMap(declaredErrors), ...published.flatMap(thrownErrors)]
    const details = new Map<string, Set<string>>()
    for (const { code, details: fields } of all) {
      const known = details.get(code) ?? new Set<string>()
      details.set(code, fields.length > 0 ? known.add([...fields].sort().join(', ')) : known)
    }
    expect([...details].filter(([, shapes]) => shapes.size > 1)).toEqual([])
  })
})

describe('codes named on a page', () => {
  const pages = [...filesBelow(join(root, 'docs'), '.md'), ...filesBelow(join(root, 'packages'), 'README.md')]
  const known = packages
    .flatMap(({ path }) => filesBelow(path, '.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

  it.each(pages.map((path) => ({ path, name: shown(path) })))('exist in the sources: $name', ({ path }) => {
    const text = readFileSync(path, 'utf8')
    const codes = Array.from(text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, code = '']) => code)
    expect(codes.filter((code) => !known.includes(code))).toEqual([])
  })
})

describe('the page of a code', () => {
  const texts = [...errorPages()]

  it('is one for each code, and says how to fix it or how to see it', () => {
    const codes = new Set(names([...errorCodes(), ...noticeCodes()]))
    expect(texts.map(([code]) => code).sort()).toEqual([...codes].sort())
    expect(texts.filter(([, text]) => !/^## (?:How to fix it|See it)$/m.test(text))).toEqual([])
  })
})
