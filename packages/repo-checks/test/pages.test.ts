import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anchorsOf, blocksOf, linksOf, pages } from '../src/markdown.ts'
import { published, root, shown } from '../src/repo.ts'
import { runSnippets } from '../src/run-snippets.ts'
import { snippets } from '../src/snippets.ts'

const all = snippets()

describe('the output that a page shows', () => {
  const printing = all.filter(({ prints }) => prints !== undefined)
  let printed: readonly string[] = []
  beforeAll(async () => {
    printed = await runSnippets(printing.map(({ code }) => code))
  })

  it.each(printing)('is what the code before it prints: $place', (snippet) => {
    expect(printed[printing.indexOf(snippet)]).toBe(snippet.prints)
  })
})

describe('the first code block of a page that introduces packages', () => {
  const introducing = ['README.md', ...published.map(({ folder }) => `packages/${folder}/README.md`)]

  it.each(introducing)('comes after the install command: %s', (page) => {
    const languages = blocksOf(join(root, page)).map(({ language, text }) =>
      language === 'sh' && /^npm install\b/m.test(text) ? 'install' : language,
    )
    const first = languages.indexOf('ts')
    const installed = languages.indexOf('install')
    expect(installed).toBeGreaterThan(-1)
    if (first >= 0) expect(installed).toBeLessThan(first)
  })

  it.each(introducing)('uses no code that the page does not show: %s', (page) => {
    const [first] = snippets().filter((snippet) => snippet.page === join(root, page))
    expect(first?.before ?? 0).toBe(0)
  })
})

describe('the packages of a program', () => {
  const installs = /\b(?:npm install|pnpm add)\b.*/g
  const installing = pages.filter((page) => readFileSync(page, 'utf8').match(installs))

  it.each(installing.map((page) => ({ page, name: shown(page) })))(
    'are installed above the first, and named above the others: $name',
    ({ page }) => {
      const lines = readFileSync(page, 'utf8').split('\n')
      const missing = blocksOf(page)
        .filter(({ language }) => language === 'ts')
        .flatMap(({ text, line }, index) => {
          const above = lines.slice(0, line - 1).join('\n')
          const known = index === 0 ? (above.match(installs) ?? []).join('\n') : above
          const used = Array.from(text.matchAll(/(?:from |import\()'@lamella\/([\w-]+)/g), ([, name = '']) => name)
          return used.filter((name) => !new RegExp(`@lamella/${name}\\b|\\(\\.\\./${name}[)#]`).test(known))
        })
      expect(missing).toEqual([])
    },
  )
})

describe('links', () => {
  it.each(pages.map((page) => ({ page, name: shown(page) })))('lead to an existing target: $name', ({ page }) => {
    const broken = linksOf(page).filter(({ target }) => {
      if (/^[a-z][a-z+.-]*:/i.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path))
      if (!existsSync(file)) return true
      const shownPage = existsSync(join(file, 'README.md')) ? join(file, 'README.md') : file
      return anchor !== undefined && shownPage.endsWith('.md') && !anchorsOf(shownPage).has(anchor)
    })
    expect(broken).toEqual([])
  })
})
