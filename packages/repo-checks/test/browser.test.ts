import { runInContext, createContext as vmContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Bundle, bundle } from '../src/bundle.ts'
import { portable } from '../src/portable.ts'
import { entries } from '../src/source-entries.ts'

const forBrowser = (code: string): Promise<Bundle> => bundle({ code }, { platform: 'browser', format: 'iife' })

/** Runs a program with the APIs of every browser and worker, and nothing from Node. */
async function run({ code }: Bundle): Promise<unknown> {
  const globals = { setTimeout, clearTimeout, AbortController, URL, TextEncoder, TextDecoder, btoa, atob }
  const page = vmContext({ ...globals, result: undefined as Promise<unknown> | undefined })
  runInContext(code, page, { timeout: 10_000 })
  return page['result']
}

const core = `
  import { createContext, defineLayer } from '@lamella/core'
  const motto = defineLayer('motto', { load: async () => 'Be kind.' })
  globalThis.result = createContext().use(motto).budget({ window: 1000, reserve: 100 })
    .build({ scope: { tenant: 'acme' }, message: 'Hello' })
    .then(({ system, report }) => system[0].content + ' ' + report.truncated)
`

const standard = `
  import { createContext } from '@lamella/core'
  import { standardLayers } from '@lamella/layers'
  import { toOpenAIChat } from '@lamella/wire/openai-chat'
  globalThis.result = createContext().use(standardLayers()).budget({ window: 8000, reserve: 1000 })
    .build({ scope: { tenant: 'acme' }, session: [{ role: 'user', content: 'a' }], message: 'b', now: new Date(0) })
    .then((context) => toOpenAIChat(context).messages.map(({ role }) => role).join())
`

describe('the core', () => {
  it('bundles for a browser without any other file', async () => {
    const { inputs } = await forBrowser(core)
    expect(inputs.filter((path) => !path.startsWith('packages/core/src/') && path !== '<stdin>')).toEqual([])
  })

  it('builds a context with only the language and the APIs of all browsers', async () => {
    expect(await run(await forBrowser(core))).toBe('Be kind. false')
  })
})

describe('the standard layers and an encoder', () => {
  it('create a request in a browser too', async () => {
    expect(await run(await forBrowser(standard))).toBe('system,user,user')
  })
})

describe('an entry without a dependency on Node', () => {
  it.each(entries.filter(({ folder }) => portable.includes(folder)))(
    '$specifier bundles for a browser',
    async (entry) => {
      await expect(bundle(entry, { platform: 'browser', format: 'esm' })).resolves.toHaveProperty(
        'code',
        expect.stringContaining('export'),
      )
    },
  )
})
