import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf, linksOf, pages } from '../src/markdown.ts'
import { shown } from '../src/repo.ts'
import { runSnippet } from '../src/run-snippet.ts'
import { snippets } from '../src/snippets.ts'
import { typeCheck } from '../src/type-check.ts'

const all = snippets()

describe('code in the pages', () => {
  it('compiles', { timeout: 60_000 }, () => {
    expect(all).not.toEqual([])
    expect(typeCheck(all)).toEqual([])
  })

  it.each(all.filter(({ prints }) => prints !== undefined))(
    'prints what the page says: $place',
    async ({ code, prints }) => {
      expect(await runSnippet(code)).toBe(prints)
    },
  )
})

describe('links', () => {
  it.each(pages.map((page) => ({ page, name: shown(page) })))('lead somewhere: $name', ({ page }) => {
    const broken = linksOf(page).filter(({ target }) => {
      if (/^[a-z][a-z+.-]*:/i.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path))
      if (!existsSync(file)) return true
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor)
    })
    expect(broken).toEqual([])
  })
})
