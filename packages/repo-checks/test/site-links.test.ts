import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { relativeLink, rewriteLinks, type Target } from '../../../docs/src/links.ts'
import { firstSentence } from '../../../docs/src/llms.ts'
import { searchText } from '../../../docs/src/search-text.ts'
import { root } from '../src/repo.ts'

describe('links of the site', () => {
  const page = 'docs/writing-a-layer.md'
  const file = join(root, page)
  const text = readFileSync(file, 'utf8')

  it('are resolved from the page, with their anchors', () => {
    const seen: Target[] = []
    rewriteLinks(page, text, file, (target) => {
      seen.push(target)
      return undefined
    })
    expect(seen).toContainEqual({ path: 'docs/truncation.md', anchor: '#policies' })
    expect(seen).toContainEqual({ path: 'packages/testkit/README.md', anchor: '' })
  })

  it('are replaced where they lead elsewhere, and nowhere else', () => {
    const changed = rewriteLinks(page, text, file, ({ path }) => (path === 'docs/truncation.md' ? './here' : undefined))
    expect(changed).toContain('](./here)')
    expect(changed.replaceAll('](./here)', '')).toBe(text.replace(/\]\(truncation\.md(?:#[\w-]+)?\)/g, ''))
  })

  it.each([
    ['index.md', 'recipes/mcp.md', './recipes/mcp.md'],
    ['recipes/mcp.md', 'packages/wire.md', '../packages/wire.md'],
    ['recipes/mcp.md', 'recipes/langchain.md', './langchain.md'],
  ])('from %s to %s are relative', (from, to, link) => {
    expect(relativeLink(from, to)).toBe(link)
  })
})

describe('the text that is searched', () => {
  it('has the code of pages, but not its language, which is what makes it slow', () => {
    expect(searchText('runs.md', '# Runs\n\n```ts\nconst a = 1\n```\n')).toBe('# Runs\n\n```\nconst a = 1\n```\n')
  })

  it('has only the names of API pages', () => {
    expect(searchText('api/core.md', '# core\n\nLong.\n\n### plan()\n\nMore.')).toBe('# core\n\n### plan()')
  })
})

describe('the line of a page in llms.txt', () => {
  it.each([
    ['# T\n\nOne [link](a.md) of `code`. Two.\n', 'One link of code.'],
    ['# T\n\n[![CI](x)](y)\n\nText without an end\n', 'Text without an end'],
    ['---\nlayout: home\n---\n\n# T\n\n```ts\nconst a = 1\n```\n\nAfter.', 'After.'],
  ])('is its first sentence: %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})
