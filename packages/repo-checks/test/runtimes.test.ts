import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portable } from '../src/portable.ts'
import { published, root } from '../src/repo.ts'

const rows = Array.from(
  readFileSync(join(root, 'docs/runtimes.md'), 'utf8').matchAll(
    /^\| (`[\w-]+`(?:, `[\w-]+`)*) \| ((?:yes|no) .+) \|$/gm,
  ),
  ([, folders = '', cells = '']) =>
    folders.split(', ').map((folder) => ({ folder: folder.slice(1, -1), cells: cells.split(' | ') })),
).flat()
const [, head = ''] = /^\| packages \| (.+) \|$/m.exec(readFileSync(join(root, 'docs/runtimes.md'), 'utf8')) ?? []
const runtimes = head.split(' | ')

describe('the rehearsal of a release', () => {
  it('has a program for each published package in scripts/rehearsal/programs', () => {
    const programs = readdirSync(join(root, 'scripts/rehearsal/programs')).map((name) => name.replace(/\.mjs$/, ''))
    expect(programs.sort()).toEqual(published.map(({ folder }) => folder).sort())
  })
})

describe('the table of docs/runtimes.md', () => {
  it('has each published package once, and a cell for each runtime; `pnpm rehearse --write` writes it', () => {
    expect(rows.map(({ folder }) => folder).sort()).toEqual(published.map(({ folder }) => folder).sort())
    expect(rows.filter(({ cells }) => cells.length !== runtimes.length)).toEqual([])
  })

  it('says that packages without Node run in a browser and in a worker', () => {
    for (const name of ['Chromium', 'workerd']) {
      const column = runtimes.indexOf(name)
      const running = rows.filter(({ cells }) => cells[column] === 'yes').map(({ folder }) => folder)
      expect(running, name).toEqual(expect.arrayContaining([...portable]))
    }
  })

  it('has a sentence for each number', () => {
    const text = readFileSync(join(root, 'docs/runtimes.md'), 'utf8')
    const numbers = new Set(
      rows.flatMap(({ cells }) => cells.flatMap((cell) => /^no \((\d+)\)$/.exec(cell)?.[1] ?? [])),
    )
    for (const number of numbers) expect(text).toMatch(new RegExp(`^${number}\\. \\S.+\\.$`, 'm'))
    expect(text).not.toContain('Not explained yet')
  })
})
