import { describe, expect, it } from 'vitest'
import { bundle, bytesOf, bytesOfProgram } from '../src/bundle.ts'
import { ceilings } from '../src/ceilings.ts'
import { programCeilings } from '../src/program-ceilings.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

const entries = published.flatMap(entriesOf)

describe('the size of an entry', () => {
  it.each(entries)('$specifier stays under its ceiling', async (entry) => {
    const { bytes, because } = ceilings[entry.specifier] ?? { bytes: 0, because: 'it has no ceiling' }
    expect(await bytesOf(entry), `${because}; ceiling ${bytes}`).toBeLessThanOrEqual(bytes)
  })

  it.each(entries.filter(({ specifier }) => ceilings[specifier]?.values !== undefined))(
    '$specifier exports no more names than it may',
    async ({ specifier, source }) => {
      const names = Object.keys((await import(source)) as object)
      expect(names.length, names.join(' ')).toBeLessThanOrEqual(ceilings[specifier]?.values ?? 0)
    },
  )

  it('has a ceiling only where there is an entry', () => {
    const known = entries.map(({ specifier }) => specifier)
    expect(Object.keys(ceilings).filter((specifier) => !known.includes(specifier))).toEqual([])
  })
})

describe('the size of a program', () => {
  it.each(Object.entries(programCeilings))('with %s stays under its ceiling', async (_, { code, bytes, because }) => {
    expect(await bytesOfProgram(code), `${because}; ceiling ${bytes}`).toBeLessThanOrEqual(bytes)
  })

  it('with the builder loads no store, no search and no comparison of requests', async () => {
    const folders = await foldersOf('the builder', /^packages\/core\/src\/([^/]+)\//)
    expect(folders).toContain('pipeline')
    expect(folders.filter((folder) => ['store', 'memory', 'compare', 'plugin'].includes(folder))).toEqual([])
  })

  it('with the standard layers and an encoder loads no other layers, no decoder and no rules', async () => {
    const folders = await foldersOf(
      'the builder, the standard layers and OpenAI Chat',
      /^packages\/(?:layers|wire)\/src\/(.+)\/[^/]+$/,
    )
    expect(folders).toContain('history')
    expect(folders).toContain('openai-chat/encode')
    expect(folders.filter((folder) => /compression|tool-rules|rules|decode|validate/.test(folder))).toEqual([])
  })

  it('with a streamed answer loads no encoder and no rules', async () => {
    const folders = await foldersOf('a streamed answer of OpenAI Chat', /^packages\/wire\/src\/(.+)\/[^/]+$/)
    expect(folders).toContain('openai-chat/response')
    expect(folders.filter((folder) => /encode|rules|validate|kit/.test(folder))).toEqual([])
  })
})

/** Folders of the files whose code is in a program: the first group of a pattern for their paths. */
async function foldersOf(program: string, pattern: RegExp): Promise<readonly string[]> {
  const { code = '' } = programCeilings[program] ?? {}
  const { used } = await bundle({ code }, { platform: 'browser', format: 'esm' })
  return used.flatMap((path) => path.match(pattern)?.[1] ?? [])
}
