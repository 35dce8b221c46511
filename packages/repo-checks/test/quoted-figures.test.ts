import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../src/repo.ts'

/** Shares with a decimal and numbers in thousands, which are exact enough to be recognized. */
const figures = /\d+\.\d %|\d{1,3}(?:,\d{3})+/g

const linesOf = (page: string): readonly string[] => readFileSync(join(root, page), 'utf8').split('\n')
const measured = ['docs/benchmarks.md', 'docs/retention.md'].flatMap(linesOf)

describe.each(['docs/others.md', 'docs/large-results.md'])('a row of a table in %s', (page) => {
  // `pnpm bench others`, which has no page, measures these two.
  const rows = linesOf(page).filter((line) => /^\|.*\d+\.\d %/.test(line) && !/^\| (?:Mastra|pi),/.test(line))

  it.each(rows)('has the figures of one line of the pages that benchmarks write: %s', (row) => {
    const [, , ...cells] = row.split('|')
    const quoted = cells.join().match(figures) ?? []
    expect(measured.filter((line) => quoted.every((figure) => line.includes(figure)))).not.toEqual([])
  })
})
