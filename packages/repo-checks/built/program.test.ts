import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wireFormatNames } from '@lamella/wire/formats'
import { describe, expect, it } from 'vitest'
import { root } from '../src/repo.ts'

type Call = (...given: readonly unknown[]) => unknown
interface Builder {
  use(layers: unknown): Builder
  budget(budget: object): Builder
  parameters(parameters: object): Builder
  build(request: object): Promise<unknown>
}

/** A function of a built file, by its name. */
async function built(path: string, name: string): Promise<Call> {
  const exported = (await import(pathToFileURL(join(root, 'packages', path)).href)) as Readonly<Record<string, Call>>
  const found = exported[name]
  if (!found) throw new Error(`${path} does not export ${name}.`)
  return found
}

const scope = { tenant: 'acme', user: 'ada' }

describe('the built packages', () => {
  it('make a valid request in each format', async () => {
    const [createContext, standardLayers, validate, loadFormat] = await Promise.all([
      built('core/dist/index.js', 'createContext'),
      built('layers/dist/index.js', 'standardLayers'),
      built('wire/dist/validate/index.js', 'validate'),
      built('wire/dist/formats/index.js', 'loadFormat'),
    ])
    const context = await (createContext() as Builder)
      .use(standardLayers({ system: { soul: 'You are Kim.' } }))
      .budget({ window: 8_000, reserve: 1_000 })
      .parameters({ model: 'claude-sonnet-4-5', maxOutputTokens: 100 })
      .build({ scope, message: 'Hello', now: new Date(0) })
    for (const name of wireFormatNames) {
      const { encode } = (await loadFormat(name)) as { readonly encode: Call }
      const { request } = encode(context) as { readonly request: unknown }
      expect(validate(name, request), name).toEqual([])
      expect(JSON.stringify(request), name).toContain('You are Kim.')
    }
  })

  it('keep sessions in memory, in files and in SQLite as the contract requires', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lamella-built-'))
    try {
      const [createSessionStore, fileSessions, sqlite, sessionStoreSuite, runSuite] = await Promise.all([
        built('store/dist/memory/index.js', 'createSessionStore'),
        built('provider-fs/dist/index.js', 'fileSessions'),
        built('provider-sqlite/dist/index.js', 'sqlite'),
        built('testkit/dist/index.js', 'sessionStoreSuite'),
        built('testkit/dist/index.js', 'runSuite'),
      ])
      let next = 0
      const makers = {
        memory: () => createSessionStore(),
        files: () => fileSessions(join(folder, `${++next}`)),
        sqlite: async () => ((await sqlite(':memory:')) as { readonly sessions: unknown }).sessions,
      }
      for (const [name, make] of Object.entries(makers)) {
        const cases = sessionStoreSuite(make, { runs: 3, largest: 10_000 })
        const result = (await runSuite(cases)) as { readonly failed: readonly unknown[] }
        expect(result.failed, name).toEqual([])
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
