import { lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { call, drained, hosts, type Sent, text, texts, thinking, user } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const scope = { tenant: 'acme', user: 'ada' }
const session = (id: string, more: object = {}) => ({ lamella: { ...scope, session: id, ...more } })

describe.each(hosts)('a session, in $name', ({ sdk, mock }) => {
  const tools = {
    look: sdk.tool({
      inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
      execute: async ({ at }) => `Seen ${at}.`,
    }),
  }
  const start = (answers: Parameters<typeof mock>[0], more?: Parameters<typeof mock>[1]) => {
    const sessions = createSessionStore()
    const { model, requests } = mock(answers, more)
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: lamella({ builder, sessions }) })
    const stored = async (id = 's', own: typeof scope = scope): Promise<readonly Message[]> =>
      (await sessions.page(own, id)).messages.map((one) => one.message)
    return { sessions, requests, wrapped, stored }
  }

  it.each(['generateText', 'streamText'] as const)(
    'keeps the whole loop of %s, and each request extends the last',
    async (name) => {
      const answers = [
        [thinking('Hm'), text('Looking.'), call('a'), call('b')],
        [thinking('So'), call('c')],
        [thinking('Ah'), text('There.')],
        [text('Welcome.')],
      ]
      const { requests, wrapped, stored } = start((_, number) => answers[number - 1] ?? [])
      const ask = async (content: string): Promise<void> => {
        const options = {
          model: wrapped,
          messages: [user(content)],
          tools,
          stopWhen: sdk.stepCountIs(5),
          providerOptions: session('s'),
        }
        if (name === 'generateText') await sdk.generateText(options)
        else expect(await drained(sdk.streamText(options))).toEqual([])
      }
      await ask('Where is it?')
      await ask('Thanks')
      for (const [index, { prompt }] of requests.entries()) {
        expect(prompt.slice(0, requests[index - 1]?.prompt.length ?? 0)).toEqual(requests[index - 1]?.prompt ?? [])
      }
      expect((await stored()).map(({ role }) => role).join(' ')).toBe(
        'user assistant tool assistant tool assistant user assistant',
      )
      expect((await stored())[1]).toEqual({
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 'signed Hm' } } },
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { at: 'a' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'look', input: { at: 'b' } },
        ],
      })
      const last = requests.at(-1) as Sent
      expect(JSON.stringify(last.prompt).match(/signed \w+/g)).toEqual(['signed Hm', 'signed So', 'signed Ah'])
      expect(JSON.stringify(last)).not.toContain('lamella')
    },
  )

  it('is of one tenant: two that use one model at the same time never see each other', async () => {
    const { wrapped, requests, stored } = start((request) => [text(`Answer to ${texts(request).at(-1)}`)])
    const tenants = ['acme', 'umbrella']
    for (const turn of [1, 2, 3]) {
      await Promise.all(
        tenants.flatMap((tenant) => [
          sdk.generateText({
            model: wrapped,
            prompt: `${tenant} asks ${turn}`,
            providerOptions: { lamella: { tenant, session: 's' } },
          }),
          drained(
            sdk.streamText({
              model: wrapped,
              prompt: `${tenant} streams ${turn}`,
              providerOptions: { lamella: { tenant, session: 'other' } },
            }),
          ),
        ]),
      )
    }
    for (const tenant of tenants) {
      expect(
        (await stored('s', { tenant } as never)).map(({ content }) => JSON.stringify(content)).join('\n'),
      ).not.toMatch(tenant === 'acme' ? /umbrella|streams/ : /acme|streams/)
      expect(await stored('s', { tenant } as never)).toHaveLength(6)
      expect(await stored('other', { tenant } as never)).toHaveLength(6)
    }
    for (const request of requests) expect(new Set(JSON.stringify(request.prompt).match(/acme|umbrella/g)).size).toBe(1)
  })

  it('rejects the later of two answers, and keeps the first', async () => {
    const gate: (() => void)[] = []
    const sessions = createSessionStore()
    const { model } = mock(() => [text('Fine.')])
    const slow = {
      ...lamella({ builder, sessions }),
    }
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: slow })
    const waits = sdk.wrapLanguageModel({
      model: model as never,
      middleware: [
        slow,
        {
          specificationVersion: 'v3',
          wrapGenerate: async ({ doGenerate }) => {
            await new Promise<void>((resolve) => gate.push(resolve))
            return doGenerate()
          },
        },
      ],
    })
    const first = sdk.generateText({ model: waits, prompt: 'One', providerOptions: session('s'), maxRetries: 0 })
    const failed = expect(first).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    while (gate.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await sdk.generateText({ model: wrapped, prompt: 'Two', providerOptions: session('s') })
    gate[0]?.()
    await failed
    expect((await sessions.page(scope, 's')).messages.map((one) => one.message)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Fine.' }] },
    ])
  })

  it('sends the parameters of the builder where the call leaves them open', async () => {
    const { model, requests } = mock(() => [text('Fine.')])
    const own = builder.parameters({
      temperature: 0,
      seed: 7,
      providerOptions: { test: { effort: 'low', kept: true } },
    })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: lamella({ builder: own, scope }) })
    await sdk.generateText({ model: wrapped, prompt: 'Hi', seed: 8, providerOptions: { test: { effort: 'high' } } })
    expect(requests[0]).toMatchObject({
      temperature: 0,
      seed: 8,
      providerOptions: { test: { effort: 'high', kept: true } },
    })
  })

  it('needs a tenant, and takes what it is from an option or the call', async () => {
    const { model } = mock(() => [text('Fine.')])
    const sessions = createSessionStore()
    const ask = async (options: Parameters<typeof lamella>[0], own: object = {}) =>
      sdk.generateText({
        model: sdk.wrapLanguageModel({ model: model as never, middleware: lamella({ builder, sessions, ...options }) }),
        prompt: 'Hello',
        maxRetries: 0,
        providerOptions: { lamella: own } as never,
      })
    await expect(ask({})).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    await expect(ask({}, { tennant: 'acme' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await expect(ask({}, { session: 's' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    await ask({ scope: { tenant: 'acme' } })
    await ask(
      { scope: ({ options }) => ({ tenant: options.user === 'ada' ? 'acme' : 'other' }) },
      { user: 'ada', session: 's' },
    )
    expect((await sessions.info(scope, 's'))?.length).toBe(2)
  })
})
