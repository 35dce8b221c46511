import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allowedImports } from '../src/arrows.ts'
import { importsOf, packageName } from '../src/imports.ts'
import { packages, root } from '../src/repo.ts'

const names = new Set(packages.map(({ manifest }) => manifest.name))

describe.each(packages.map((one) => ({ one, name: one.manifest.name })))('$name', ({ one }) => {
  const imports = importsOf(one).map((found) => ({ ...found, from: packageName(found.specifier) }))
  const { dependencies = {}, devDependencies = {}, peerDependencies = {}, optionalDependencies = {} } = one.manifest

  it.skipIf(one.manifest.private)('reaches no file of another package by a relative path', () => {
    const outside = imports.filter(({ specifier, place }) => {
      if (!specifier.startsWith('.')) return false
      const file = join(root, dirname(place.replace(/:\d+$/, '')), specifier)
      return !file.startsWith(join(one.path, '/'))
    })
    expect(outside).toEqual([])
  })

  it('imports only the packages that `repo-checks/src/arrows.ts` lets it import', () => {
    const allowed = new Set(allowedImports(one))
    const wrong = imports.filter(({ from }) => from !== undefined && names.has(from) && !allowed.has(from))
    expect(wrong).toEqual([])
  })

  it('imports nothing that its package.json does not declare', () => {
    const known = one.manifest.private
      ? { ...dependencies, ...devDependencies }
      : { ...dependencies, ...peerDependencies, ...optionalDependencies }
    expect(imports.filter(({ from }) => from !== undefined && !Object.hasOwn(known, from))).toEqual([])
  })

  it.skipIf(one.manifest.private)('declares no dependency that it does not import', () => {
    const used = new Set(imports.map(({ from }) => from))
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !used.has(name))).toEqual([])
  })

  it('depends on its siblings at the version in this repository', () => {
    const all = Object.entries({ ...devDependencies, ...dependencies, ...optionalDependencies })
    expect(all.filter(([name, range]) => names.has(name) && range !== 'workspace:^')).toEqual([])
    // A peer may be missing and have any version; otherwise each of its releases would be a major one of this package.
    const peers = Object.entries(peerDependencies).filter(([name]) => names.has(name))
    const isFree = ([name, range]: readonly [string, string]): boolean =>
      range === '>=0' && one.manifest.peerDependenciesMeta?.[name]?.optional === true
    expect(peers.filter((peer) => !isFree(peer))).toEqual([])
  })
})

describe('all packages together', () => {
  it('have no cycle among their dependencies, including those for tests', () => {
    const next = new Map(
      packages.map(({ manifest }) => {
        const all = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
        return [manifest.name, all.filter((name) => names.has(name))]
      }),
    )
    const cycles: string[] = []
    const visit = (name: string, way: readonly string[]): void => {
      if (way.includes(name)) cycles.push([...way.slice(way.indexOf(name)), name].join(' -> '))
      else for (const other of next.get(name) ?? []) visit(other, [...way, name])
    }
    for (const name of next.keys()) visit(name, [])
    expect(cycles).toEqual([])
  })

  it('require one version of each external package', () => {
    const versions = new Map<string, Set<string>>()
    for (const { manifest } of packages) {
      for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        // Published packages may accept later versions too: `^4.10.2` where the others pin 4.10.2 for their tests.
        versions.set(name, (versions.get(name) ?? new Set()).add(range.replace('^', '')))
      }
    }
    expect([...versions].filter(([, ranges]) => ranges.size > 1)).toEqual([])
  })
})
