import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findModel } from '../../models/src/index.ts'
import { root } from '../src/repo.ts'
import { snippets } from '../src/snippets.ts'

/** Pages whose subject is older models: their names, their tables of tokens, their prices, or code written for them. */
const aboutOlderModels = [
  'docs/assembler.md',
  'docs/costs.md',
  'docs/formats.md',
  'packages/models/README.md',
  'packages/tokenizer-heuristic/README.md',
  'packages/tokenizer-tiktoken/README.md',
]

/** The models that a program names as a text of their own, such as `gpt-4o`, `openai:gpt-4o` or `openai/gpt-4o`. */
function namedIn(code: string): readonly string[] {
  const texts = Array.from(code.matchAll(/'([\w./:-]+)'/g), ([, text = '']) => text.replace(/^[a-z]+[:/]/, ''))
  return texts.filter((text) => findModel(text) !== undefined)
}

describe('the models in the programs of pages', () => {
  const shown = snippets().filter(({ page }) => !aboutOlderModels.includes(relative(root, page)))

  it('are found by their names', () => {
    const code = "a('gpt-4o'); b('openai:gpt-4o'); c('anthropic/claude-opus-5-5'); d('text', './gpt-4o')"
    expect(namedIn(code)).toEqual(['gpt-4o', 'gpt-4o', 'claude-opus-5-5'])
  })

  it('are those that their vendors recommend today', () => {
    const old = shown.flatMap(({ place, code }) => {
      const names = namedIn(code).filter((name) => findModel(name)?.status !== 'active')
      return names.map((name) => `${place} ${name}`)
    })
    expect(old).toEqual([])
  })

  it('are checked on all pages but those that are there', () => {
    const pages = new Set(snippets().map(({ page }) => relative(root, page)))
    expect(aboutOlderModels.filter((page) => !pages.has(page))).toEqual([])
    expect(pages).toContain(join('docs', 'start.md'))
  })
})
