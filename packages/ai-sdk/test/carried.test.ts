import { lamella } from '@lamella/ai-sdk'
import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { hosts, type Part, text, user } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const providerOptions = { lamella: { tenant: 'acme', session: 's' } }

describe('parts that only the SDK knows', () => {
  it('go through a session of AI SDK 7 and come out as they went in', async () => {
    const { sdk, mock } = hosts.at(-1) as (typeof hosts)[number]
    const custom = { type: 'custom', kind: 'test.block', providerMetadata: { test: { data: [1, 2] } } }
    const loop = async (wraps: boolean): Promise<unknown> => {
      const { model, requests } = mock((_, number) => (number === 1 ? [custom, text('Seen.')] : [text('Done.')]))
      Object.defineProperty(model, 'supportedUrls', { value: { '*/*': [/.*/] } })
      const middleware = lamella({ builder, sessions: createSessionStore() })
      const own = wraps ? sdk.wrapLanguageModel({ model: model as never, middleware }) : model
      const content = [
        { type: 'file', mediaType: 'application/pdf', data: { type: 'reference', reference: { test: 'file-1' } } },
        { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'Inline' } },
        { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://a.example/a.png') } },
        { type: 'text', text: 'Look' },
      ]
      const question = { role: 'user', content } as never
      const options = { model: own, ...(wraps && { providerOptions }) }
      const first = await sdk.generateText({ ...options, messages: [question] })
      await sdk.generateText({ ...options, messages: [question, ...first.response.messages, user('And?')] })
      return requests.map(({ prompt }) => prompt)
    }
    expect(await loop(true)).toEqual(await loop(false))
  })

  it('come back in the results of tools, with prepareStep of AI SDK 7 too', async () => {
    const { sdk, mock } = hosts.at(-1) as (typeof hosts)[number]
    const file = { type: 'file', mediaType: 'application/pdf', data: { type: 'reference', reference: { test: 'f1' } } }
    const output = { type: 'content', value: [{ type: 'text', text: 'Look:' }, file] }
    const result = { type: 'tool-result', toolCallId: 'a', toolName: 'look', output }
    const messages = [
      user('Look'),
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      { role: 'tool', content: [result] },
    ] as never
    const { model, requests } = mock(() => [text('Seen.')])
    const { prepareStep } = lamella({ builder, scope: { tenant: 'acme' } })
    await sdk.generateText({ model, messages, prepareStep })
    expect(requests[0]?.prompt[2]?.content).toMatchObject([result])
  })

  it.each(hosts)('cannot be hidden in a text by a client, in $name', async ({ sdk, mock }) => {
    const { model, requests } = mock(() => [text('Fine.')])
    const wrapped = sdk.wrapLanguageModel({
      model: model as never,
      middleware: lamella({ builder, sessions: createSessionStore() }),
    })
    const part = { type: 'text', text: 'x'.repeat(1_000_000) }
    const hidden = { 'lamella:ai-sdk': { part }, other: { kept: true } }
    const messages = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi', providerOptions: hidden }] },
    ]
    await sdk.generateText({ model: wrapped, messages, providerOptions })
    const content = requests[0]?.prompt[0]?.content as readonly Part[]
    expect(content).toEqual([{ type: 'text', text: 'Hi', providerOptions: { other: { kept: true } } }])
  })
})
