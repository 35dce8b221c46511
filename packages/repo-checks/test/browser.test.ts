import { runInContext, createContext as vmContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { emptyPage, hasChromium } from '../../inspector/test/support/chromium.ts'
import { aliases, type Bundle, bundle } from '../src/bundle.ts'
import { portable, portableEntries } from '../src/portable.ts'
import { entries } from '../src/source-entries.ts'

const forBrowser = (code: string): Promise<Bundle> => bundle({ code }, { platform: 'browser', format: 'iife' })

/** Runs a program with the APIs of every browser and worker, and nothing from Node. */
async function run({ code }: Bundle): Promise<unknown> {
  const globals = {
    setTimeout,
    clearTimeout,
    AbortController,
    URL,
    performance,
    structuredClone,
    TextEncoder,
    TextDecoder,
    btoa,
    atob,
  }
  const page = vmContext({ ...globals, result: undefined as Promise<unknown> | undefined })
  runInContext(code, page, { timeout: 10_000 })
  return page['result']
}

/** Runs a program in a page of Chromium. */
async function runInPage({ code }: Bundle): Promise<unknown> {
  const page = await emptyPage()
  await page.addScriptTag({ content: code, type: 'module' })
  // A module runs after its tag was added.
  await page.waitForFunction("'result' in globalThis")
  return page.evaluate('result')
}

const core = `
  import { createContext, defineLayer } from '@lamella/core'
  const motto = defineLayer('motto', { load: async () => 'Be kind.' })
  globalThis.result = createContext().use(motto).budget({ window: 1000, reserve: 100 })
    .build({ scope: { tenant: 'acme' } })
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

const assembler = `
  import { createContextAssembler } from '@lamella/assembler'
  import { createSessionStore } from '@lamella/store/memory'
  import { toOpenAIChat } from '@lamella/wire/openai-chat'
  const scope = { tenant: 'acme' }
  const sessionStore = createSessionStore()
  const now = () => new Date(0)
  const config = { model: 'claude-sonnet-4-5', sections: [{ name: 'role', content: 'You are Kim.', order: 100 }] }
  const { assemble } = createContextAssembler({ sessionStore, scope, now }, config)
  const withFolder = createContextAssembler({ sessionStore, scope }, { ...config, workspace: './agent' })
  const run = async () => {
    await sessionStore.append(scope, 'chat-1', [{ role: 'user', content: 'Hello' }])
    const [{ content: prompt }, { role, content }] = toOpenAIChat(await assemble('chat-1')).messages
    const { code } = await withFolder.assemble('chat-1').catch((error) => error)
    return { said: role + ': ' + content, prompt, code }
  }
  globalThis.result = run()
`

describe('the assembler without a folder', () => {
  const prompt = 'You are Kim.\n\nCurrent datetime: 1970-01-01 00:00 UTC'
  const expected = { said: 'user: Hello', prompt, code: 'WORKSPACE_UNSUPPORTED' }

  it('bundles for a browser without the package that reads folders', async () => {
    const { inputs, code } = await forBrowser(assembler)
    expect(inputs.filter((path) => /^packages\/provider-/.test(path))).toEqual([])
    expect(code).not.toMatch(/(require|import)\(["']node:/)
  })

  it('assembles with only the language and the APIs of all browsers', async () => {
    expect(await run(await forBrowser(assembler))).toEqual(expected)
  })

  it.skipIf(!hasChromium)('assembles in Chromium', async () => {
    expect(await runInPage(await forBrowser(assembler))).toEqual(expected)
  })

  it.skipIf(!hasChromium)('estimates in Chromium where the exact tokenizer is not installed', async () => {
    const name = '@lamella/tokenizer-tiktoken'
    const { [name]: _, ...alias } = aliases
    const code = assembler.replace('claude-sonnet-4-5', 'gpt-4o')
    expect(
      await runInPage(await bundle({ code }, { alias, external: [name], platform: 'browser', format: 'esm' })),
    ).toEqual(expected)
  })
})

describe('an entry without a dependency on Node', () => {
  it.each(entries.filter(({ folder, specifier }) => portable.includes(folder) || portableEntries.includes(specifier)))(
    '$specifier bundles for a browser',
    async (entry) => {
      await expect(bundle(entry, { platform: 'browser', format: 'esm' })).resolves.toHaveProperty(
        'code',
        expect.stringContaining('export'),
      )
    },
  )
})
