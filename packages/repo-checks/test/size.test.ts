import { describe, expect, it } from 'vitest'
import { bundle, bytesOf } from '../src/bundle.ts'
import { ceilings } from '../src/ceilings.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

const entries = published.flatMap(entriesOf)

describe('the size of an entry', () => {
  it.each(entries)('$specifier stays under its ceiling', async (entry) => {
    const { bytes, because } = ceilings[entry.specifier] ?? { bytes: 0, because: 'it has no ceiling' }
    expect(await bytesOf(entry), `${because}; ceiling ${bytes}`).toBeLessThanOrEqual(bytes)
  })

  it.each(entries.filter(({ specifier }) => ceilings[specifier]?.values !== undefined))(
    '$specifier exports at most the allowed number of names',
    async ({ specifier, source }) => {
      const names = Object.keys((await import(source)) as object)
      expect(names.length, names.join(' ')).toBeLessThanOrEqual(ceilings[specifier]?.values ?? 0)
    },
  )

  it('has a ceiling only if the entry exists', () => {
    const known = entries.map(({ specifier }) => specifier)
    expect(Object.keys(ceilings).filter((specifier) => !known.includes(specifier))).toEqual([])
  })
})

describe('a program that uses only the builder', () => {
  it('loads no store, no search and no comparison of requests', async () => {
    const code = "export { createContext, createRegistry, defineLayer, plan } from '@lamella/core'"
    const { inputs } = await bundle({ code }, { platform: 'browser', format: 'esm' })
    const folders = inputs.flatMap((path) => path.match(/^packages\/core\/src\/([^/]+)\//)?.[1] ?? [])
    expect(folders).toContain('pipeline')
    expect(folders.filter((folder) => ['store', 'memory', 'compare', 'plugin'].includes(folder))).toEqual([])
  })
})
