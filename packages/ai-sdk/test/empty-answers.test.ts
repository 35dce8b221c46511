import { lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { drained, hosts, type Part, text, texts, thinking } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const scope = { tenant: 'acme' }
const providerOptions = { lamella: { ...scope, session: 's' } }

/** What providers answer when a model says nothing. */
const shapes: readonly (readonly [string, readonly Part[]])[] = [
  ['no content', []],
  ['an empty text', [text('')]],
  ['an empty text with metadata', [{ ...text(''), providerMetadata: { openai: { itemId: 'msg_1' } } }]],
  ['thinking of Anthropic', [thinking('Hm')]],
  ['redacted thinking', [{ type: 'reasoning', text: '', providerMetadata: { anthropic: { redactedData: 'x' } } }]],
  [
    'encrypted reasoning of OpenAI',
    [{ type: 'reasoning', text: '', providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'x' } } }],
  ],
  [
    'a thought of Gemini and an empty text',
    [{ type: 'reasoning', text: 'Hm', providerMetadata: { google: { thoughtSignature: 'x' } } }, text('')],
  ],
  ['thinking without a signature', [{ type: 'reasoning', text: 'Hm' }]],
]

describe.each(hosts)('an answer that says nothing, in $name', ({ sdk, mock }) => {
  const start = (answers: (number: number) => readonly Part[], breakAfter?: number) => {
    const sessions = createSessionStore()
    const { model, requests } = mock((_, number) => answers(number), {
      ...(breakAfter !== undefined && { breakAfter }),
    })
    const middleware = lamella({ builder, sessions })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const stored = async (): Promise<readonly Message[]> =>
      (await sessions.page(scope, 's')).messages.map((one) => one.message)
    return { sessions, middleware, model, requests, wrapped, stored }
  }
  const question = { role: 'user', content: [{ type: 'text', text: 'One' }] }

  describe.each(shapes)('such as %s', (_, content) => {
    it.each(['generateText', 'streamText', 'steps'] as const)(
      'leaves its question in the session, with %s',
      async (way) => {
        const { middleware, model, wrapped, requests, stored } = start((number) =>
          number === 1 ? content : [text('2')],
        )
        if (way === 'streamText') {
          const call = { model: wrapped, prompt: 'One', providerOptions, onError: () => {} }
          await drained(sdk.streamText(call)).catch(() => {})
        } else if (way === 'generateText') await sdk.generateText({ model: wrapped, prompt: 'One', providerOptions })
        else await sdk.generateText({ model, prompt: 'One', ...middleware.steps({ ...scope, session: 's' }) })
        expect(await stored()).toMatchObject([{ role: 'user' }])
        expect(JSON.stringify(await stored())).toContain('One')
        await sdk.generateText({ model: wrapped, prompt: 'Two', providerOptions })
        expect(texts(requests[1] as never).join('|')).toMatch(/^One\|?Two$/)
        expect(JSON.stringify(await stored())).toMatch(/One.*Two.*2/)
      },
    )
  })

  it('is asked again with the same bytes, and its question appears once', async () => {
    const { wrapped, requests, stored } = start((number) => (number === 1 ? [thinking('Hm')] : [text('1')]))
    const call = {
      model: wrapped,
      prompt: 'One',
      providerOptions: { lamella: { ...scope, session: 's', operation: 'a' } },
    }
    await sdk.generateText(call)
    await sdk.generateText(call)
    expect(requests[1]?.prompt).toEqual(requests[0]?.prompt)
    expect(await stored()).toEqual([question, { role: 'assistant', content: [{ type: 'text', text: '1' }] }])
  })

  it.each(['generateText', 'streamText'] as const)(
    'because it was aborted leaves its question, with %s',
    async (way) => {
      const controller = new AbortController()
      const { wrapped, stored } = start(() => {
        controller.abort()
        throw controller.signal.reason
      })
      const call = { model: wrapped, prompt: 'One', providerOptions, abortSignal: controller.signal, maxRetries: 0 }
      if (way === 'generateText') await expect(sdk.generateText(call)).rejects.toThrow(/abort/i)
      else await drained(sdk.streamText({ ...call, onError: () => {} })).catch(() => {})
      await expect.poll(stored).toEqual([question])
    },
  )

  it('because its stream was aborted leaves its question, with steps', async () => {
    const controller = new AbortController()
    const { middleware, model, stored } = start(() => [text('Half of it')])
    const call = {
      model,
      prompt: 'One',
      abortSignal: controller.signal,
      ...middleware.steps({ ...scope, session: 's' }),
    }
    for await (const part of sdk.streamText({ ...call, onError: () => {} }).fullStream) {
      if (part.type === 'text-delta') controller.abort()
    }
    await expect.poll(stored).toEqual([{ role: 'user', content: 'One' }])
  })

  it.each([
    ['an error that is thrown', 'throw'],
    ['a part of the stream', 'part'],
  ])('because the call failed is appended once with its retry, with the same bytes: %s', async (_, way) => {
    const { wrapped, requests, stored } = start((number) => {
      if (number > 1) return [text('1')]
      if (way === 'throw') throw new Error('Overloaded.')
      return [{ type: 'error', error: new Error('Overloaded.') }]
    })
    const named = { lamella: { ...scope, session: 's', operation: 'a' } }
    const call = { model: wrapped, prompt: 'One', providerOptions: named, maxRetries: 0 }
    await drained(sdk.streamText({ ...call, onError: () => {} })).catch(() => {})
    expect(await stored()).toEqual([])
    await drained(sdk.streamText(call))
    expect(requests[1]?.prompt).toEqual(requests[0]?.prompt)
    expect(await stored()).toEqual([question, { role: 'assistant', content: [{ type: 'text', text: '1' }] }])
  })
})
