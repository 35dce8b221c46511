import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createContext, defineLayer, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { call, drained, hosts, text, texts, thinking, user } from './support/hosts.ts'

const motto = defineLayer('motto', { order: 10, load: () => 'Be kind.' })
const builder = createContext().use([motto, history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const scope = { tenant: 'acme' }

describe.each(hosts)('prepareStep, in $name', ({ name, sdk, mock }) => {
  const tools = {
    look: sdk.tool({
      description: 'd'.repeat(300),
      inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
      execute: async ({ at }) => `Seen ${at}.`,
    }),
  }
  const answers: Parameters<typeof mock>[0] = (_, number) =>
    [[thinking('Hm'), call('a')], [thinking('So'), call('b')], [thinking('Ah'), text('There.')], [text('Welcome.')]][
      number - 1
    ] ?? []

  it.each(['generateText', 'streamText'] as const)(
    'with a session keeps the loop of %s, and each request extends the last',
    async (way) => {
      const sessions = createSessionStore()
      const middleware = lamella({ builder, sessions, scope })
      const { model, requests } = mock(answers)
      for (const content of ['Where?', 'Thanks']) {
        const options = {
          model,
          messages: [user(content)],
          tools,
          stopWhen: sdk.stepCountIs(4),
          ...middleware.steps({ session: 's', tools }),
        }
        if (way === 'generateText') await sdk.generateText(options)
        else await drained(sdk.streamText(options))
      }
      const stored: readonly Message[] = (await sessions.page(scope, 's')).messages.map((one) => one.message)
      expect(stored.map(({ role }) => role).join(' ')).toBe(
        'user assistant tool assistant tool assistant user assistant',
      )
      for (const [index, { prompt }] of requests.entries()) {
        const before = requests[index - 1]?.prompt ?? []
        expect(prompt.slice(0, before.length)).toEqual(before)
      }
      expect(texts(requests.at(-1) as never)[0]).toBe('Be kind.')
      expect(JSON.stringify(requests.at(-1)?.prompt).match(/signed \w+/g)).toEqual([
        'signed Hm',
        'signed So',
        'signed Ah',
      ])
      expect(JSON.stringify(requests)).not.toContain('"lamella"')
    },
  )

  it.each(['generateText', 'streamText'] as const)(
    'keeps the results of the last calls of %s, which end the loop',
    async (way) => {
      const sessions = createSessionStore()
      const middleware = lamella({ builder, sessions, scope })
      const { model, requests } = mock((_, number) => (number === 1 ? [call('a')] : [text('There.')]))
      for (const content of ['Where?', 'And now?']) {
        const steps = middleware.steps({ session: 's', tools })
        const options = { model, messages: [user(content)], tools, stopWhen: sdk.stepCountIs(1), ...steps }
        if (way === 'generateText') await sdk.generateText(options)
        else await drained(sdk.streamText(options))
      }
      const stored = (await sessions.page(scope, 's')).messages.map((one) => one.message)
      expect(stored.map(({ role }) => role).join(' ')).toBe('user assistant tool user assistant')
      expect(texts(requests[1] as never).join()).toContain('Seen a.')
    },
  )

  it('serves an agent whose conversation is in the host, with the scope from its context', async () => {
    const sessions = createSessionStore()
    const asked: HostedRequest[] = []
    const { prepareStep } = lamella({
      builder,
      sessions,
      history: 'host',
      scope: ({ context }) => context as { tenant: string; session: string },
      onRequest: (request) => asked.push(request),
    })
    const { model, requests } = mock(answers)
    const context = { tenant: 'acme', session: 's' }
    const agent = new sdk.ToolLoopAgent({
      model,
      tools,
      prepareStep,
      stopWhen: sdk.stepCountIs(4),
      ...(name.includes('7') ? { runtimeContext: context } : { experimental_context: context }),
    } as never)
    await agent.generate({ messages: [user('Where?')] } as never)
    expect(requests).toHaveLength(3)
    expect(asked.map(({ scope: own, context }) => [own?.session, context.report.run?.cut])).toEqual([
      ['s', undefined],
      ['s', undefined],
      ['s', undefined],
    ])
    expect(requests[2]?.prompt.slice(0, requests[1]?.prompt.length)).toEqual(requests[1]?.prompt)
  })

  it('counts the tools and the system prompt that the call is given', async () => {
    const asked: HostedRequest[] = []
    const middleware = lamella({ builder, scope, onRequest: (request) => asked.push(request) })
    const { model, requests } = mock(() => [text('Fine.')])
    await sdk.generateText({ model, prompt: 'Hello', tools, ...middleware.steps({ tools, system: 'Be brief.' }) })
    expect(asked[0]?.context.report.tokens.tools).toBeGreaterThan(40)
    expect(texts(requests[0] as never)).toEqual(['Be kind.\n\nBe brief.', 'Hello'])
  })
})
