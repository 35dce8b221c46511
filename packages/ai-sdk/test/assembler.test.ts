import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createContextAssembler } from '@lamella/assembler'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { call, hosts, text, texts, user } from './support/hosts.ts'

const scope = { tenant: 'acme' }

describe.each(hosts)('an assembler, in $name', ({ sdk, mock }) => {
  it('assembles each step of a session from its store, with the tools and the system prompt of the call', async () => {
    const sessions = createSessionStore()
    const assembler = createContextAssembler(
      { sessionStore: sessions, scope },
      { model: 'gpt-4o', temperature: 0.5, sections: [{ name: 'role', content: 'You are Kim.', order: 100 }] },
    )
    const asked: HostedRequest[] = []
    const middleware = lamella({ assembler, sessions, scope, onRequest: (request) => asked.push(request) })
    const { model, requests } = mock((_, number) => (number === 1 ? [call('a')] : [text(`Answer ${number}`)]))
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const inputSchema = sdk.jsonSchema<{ at: string }>({ type: 'object', properties: {} })
    const tools = { look: sdk.tool({ description: 'Looks.', inputSchema, execute: async ({ at }) => `Seen ${at}.` }) }
    for (const question of ['Where?', 'And then?']) {
      await sdk.generateText({
        model: wrapped,
        system: 'Be brief.',
        messages: [user(question)],
        tools,
        stopWhen: sdk.stepCountIs(3),
        providerOptions: { lamella: { session: 's' } },
      })
    }
    expect(requests).toHaveLength(3)
    for (const [index, { prompt }] of requests.entries()) {
      const before = requests[index - 1]?.prompt ?? []
      expect(prompt.slice(0, before.length)).toEqual(before)
    }
    expect(texts(requests[0] as never)[0]).toMatch(/You are Kim\.\s+[\s\S]*Be brief\./)
    expect(requests[0]).toMatchObject({ temperature: 0.5, tools: [{ name: 'look' }] })
    expect(asked[0]?.context.report.tokens.tools).toBeGreaterThan(0)
    const { messages } = await sessions.page(scope, 's')
    expect(messages.map((one) => one.message.role).join(' ')).toBe('user assistant tool assistant user assistant')
  })

  it('needs a session in each call', async () => {
    const sessions = createSessionStore()
    const assembler = createContextAssembler({ sessionStore: sessions, scope }, { model: 'gpt-4o' })
    const { model } = mock(() => [text('Fine.')])
    const wrapped = sdk.wrapLanguageModel({
      model: model as never,
      middleware: lamella({ assembler, sessions, scope }),
    })
    const asked = sdk.generateText({ model: wrapped, prompt: 'Hi', maxRetries: 0 })
    await expect(asked).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  })
})
