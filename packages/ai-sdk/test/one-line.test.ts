import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { type BuildTracer, createContext, isLamellaError } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { history, message } from '@lamella/layers'
import { describe, expect, it } from 'vitest'
import { call, drained, hosts, text, texts, user } from './support/hosts.ts'

const long = (name: string): string => `${name} ${'word '.repeat(2_000)}`

describe.each(hosts)('one line, in $name', ({ sdk, mock }) => {
  it('fits a conversation into the window of its model, and tells what was cut', async () => {
    const { model, requests } = mock(() => [text('Fine.')], { modelId: 'gpt-4' })
    const messages = [
      user(long('One')),
      {
        role: 'assistant' as const,
        content: [{ type: 'tool-call' as const, toolCallId: 'a', toolName: 'look', input: {} }],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: 'a',
            toolName: 'look',
            output: { type: 'text' as const, value: long('Seen') },
          },
        ],
      },
      { role: 'assistant' as const, content: long('Two') },
      user(long('Three')),
      { role: 'assistant' as const, content: 'Four' },
      user('Five?'),
    ]
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: lamella() })
    const { providerMetadata } = await sdk.generateText({ model: wrapped, system: 'Be kind.', messages })
    const [request] = requests
    expect(texts(request as never)[0]).toBe('Be kind.')
    expect(texts(request as never).at(-1)).toBe('Five?')
    expect(texts(request as never).join().length).toBeLessThan(8_192 * 5)
    const sent = JSON.stringify(request?.prompt)
    expect(sent.includes('"tool-result"')).toBe(sent.includes('"tool-call"'))
    expect(providerMetadata?.['lamella']).toMatchObject({
      tokens: { window: 8_192 },
      truncated: true,
      usage: { input: 100, cached: 0, output: 10 },
    })
  })

  it.each([
    ['tiktoken:cl100k_base', createContext().use([history(), message()])],
    [
      'letters',
      createContext()
        .use([history(), message()])
        .tokenizer({ name: 'letters', exact: true, count: (one) => one.length }),
    ],
  ])('counts as the model does with a builder that has no tokenizer: %s', async (name, builder) => {
    const { model } = mock(() => [text('Fine.')], { modelId: 'gpt-4' })
    const asked: HostedRequest[] = []
    const onRequest = (request: HostedRequest): number => asked.push(request)
    const middleware = lamella({ builder, scope: { tenant: 'acme' }, window: 8_000, onRequest })
    await sdk.generateText({ model: sdk.wrapLanguageModel({ model: model as never, middleware }), prompt: 'Hello' })
    expect(asked.map(({ context }) => context.report.tokens.tokenizer)).toEqual([name])
  })

  it('lets an observer follow each build', async () => {
    const { model } = mock(() => [text('Fine.')], { modelId: 'gpt-4' })
    const built: number[] = []
    const middleware = lamella({ observe: (event) => event.type === 'built' && built.push(event.window) })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    for (const asked of ['One?', 'Two?']) await sdk.generateText({ model: wrapped, prompt: asked })
    expect(built).toEqual([8_192, 8_192])
  })

  it('tells a tracer the body that the provider has sent, of answers and streams', async () => {
    const { model } = mock(() => [text('Fine.')], { modelId: 'gpt-4' })
    const body = { model: 'gpt-4', messages: [{ role: 'user', content: 'One?' }] }
    const given = model as unknown as Record<'doGenerate' | 'doStream', (call: unknown) => Promise<object>>
    const provider = Object.create(model as object, {
      doGenerate: { value: async (call: unknown) => ({ ...(await given.doGenerate(call)), request: { body } }) },
      doStream: {
        value: async (call: unknown) => ({ ...(await given.doStream(call)), request: { body: JSON.stringify(body) } }),
      },
    })
    const built: unknown[] = []
    const bodies: unknown[] = []
    const observe: BuildTracer = {
      begin: () => ({ end: ({ context }) => void built.push(context?.report) }),
      sent: ({ report }, sent) => {
        bodies.push([built.indexOf(report), sent])
        throw new Error('A tracer cannot break a call.')
      },
    }
    const wrapped = sdk.wrapLanguageModel({ model: provider as never, middleware: lamella({ observe }) })
    await sdk.generateText({ model: wrapped, prompt: 'One?' })
    await drained(sdk.streamText({ model: wrapped, prompt: 'One?' }))
    expect(bodies).toEqual([
      [0, body],
      [1, body],
    ])
  })

  it('does the same for streams', async () => {
    const { model, requests } = mock(() => [text('Fine.')], { modelId: 'gpt-4', cached: 60 })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: lamella() })
    const result = sdk.streamText({
      model: wrapped,
      messages: [user(long('One')), { role: 'assistant', content: long('Two') }, user(long('Three')), user('Five?')],
    })
    expect(await drained(result)).toEqual([])
    expect(await result.text).toBe('Fine.')
    expect(texts(requests[0] as never).at(-1)).toBe('Five?')
    expect((await result.providerMetadata)?.['lamella']).toMatchObject({ usage: { input: 100, cached: 60 } })
  })

  it('passes a request that fits on as it is', async () => {
    const prompts = await Promise.all(
      [false, true].map(async (wraps) => {
        const { model, requests } = mock((_, number) => (number === 1 ? [call('a')] : [text('There.')]))
        await sdk.generateText({
          model: wraps ? sdk.wrapLanguageModel({ model: model as never, middleware: lamella() }) : model,
          system: [
            {
              role: 'system',
              content: 'Be kind.',
              providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
            },
          ],
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Look', providerOptions: { test: { kept: true } } },
                { type: 'file', data: new Uint8Array([1, 2, 3]), mediaType: 'application/pdf', filename: 'a.pdf' },
                { type: 'image', image: 'iVBORw0KGgo=', mediaType: 'image/png' },
              ],
              providerOptions: { test: { message: 1 } },
            },
          ],
          tools: {
            look: sdk.tool({
              inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object', properties: { at: { type: 'string' } } }),
              execute: async ({ at }) => ({ seen: at }),
            }),
          },
          stopWhen: sdk.stepCountIs(3),
          providerOptions: { openai: { user: 'u' } },
        })
        return requests
      }),
    )
    expect(prompts[1]).toEqual(prompts[0])
  })

  it('asked each request with its context', async () => {
    const asked: HostedRequest[] = []
    const { model } = mock(() => [text('Fine.')])
    const middleware = lamella({ onRequest: (request) => asked.push(request) })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    await sdk.generateText({ model: wrapped, prompt: 'Hello' })
    expect(asked).toMatchObject([{ model: 'gpt-4o', usage: { input: 100, cached: 0, written: 0, output: 10 } }])
    expect(asked.map(({ context }) => explain(context.report))[0]).toContain('message')
  })

  it('says which option a model needs that is not known', async () => {
    const { model, requests } = mock(() => [text('Fine.')], { modelId: 'my-own' })
    const ask = async (options: Parameters<typeof lamella>[0]) =>
      sdk.generateText({
        model: sdk.wrapLanguageModel({ model: model as never, middleware: lamella(options) }),
        prompt: 'Hello',
        maxRetries: 0,
      })
    const error: unknown = await ask({}).catch((thrown: unknown) => thrown)
    expect(isLamellaError(error, 'WINDOW_REQUIRED')).toBe(true)
    expect(String(error)).toContain('window')
    expect(requests).toHaveLength(0)
    await ask({ window: 8_000 })
    await ask({ window: (id) => (id === 'my-own' ? 4_000 : undefined) })
    expect(requests).toHaveLength(2)
  })
})
