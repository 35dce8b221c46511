import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cyclesOf, type Graph, grouped } from '../src/cycles.ts'
import { importsOfFile } from '../src/imports.ts'
import { type Package, packages, sourcesOf } from '../src/repo.ts'

/** Returns which files of a package import which others, including types, by their paths under `src`. */
function filesOf(one: Package): Graph {
  const src = resolve(one.path, 'src')
  const name = (path: string): string => relative(src, path)
  return new Map(
    sourcesOf(one).map((path) => {
      const own = importsOfFile(path).filter(({ specifier }) => specifier.startsWith('.'))
      return [name(path), new Set(own.map(({ specifier }) => name(resolve(dirname(path), specifier))))]
    }),
  )
}

describe('the search for cycles', () => {
  const graph = (edges: Readonly<Record<string, string>>): Graph =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to.split(' ').filter(Boolean))]))

  it('finds each group of files that import each other', () => {
    expect(cyclesOf(graph({ a: 'b', b: 'c', c: 'a', d: 'a e', e: 'd', f: 'a' })).map((one) => one.toSorted())).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
    expect(cyclesOf(graph({ a: 'a' }))).toEqual([['a']])
    expect(cyclesOf(graph({ a: 'b c', b: 'c', c: '' }))).toEqual([])
  })

  it('finds folders that import each other even if no files do', () => {
    const files = graph({ 'a/1': 'b/1', 'b/1': '', 'b/2': 'a/2', 'a/2': '' })
    expect(cyclesOf(files)).toEqual([])
    expect(cyclesOf(grouped(files, dirname))).toHaveLength(1)
  })
})

describe.each(packages.map((one) => ({ one, name: one.manifest.name })))('$name', ({ one }) => {
  it('has no files that import each other, not even for their types', () => {
    expect(cyclesOf(filesOf(one))).toEqual([])
  })
})

describe('the core', () => {
  it('has folders and top-level files that import in one direction only', () => {
    const core = packages.find(({ folder }) => folder === 'core') as Package
    const room = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : path)
    expect(cyclesOf(grouped(filesOf(core), room))).toEqual([])
  })
})
