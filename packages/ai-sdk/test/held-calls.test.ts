import { lamella } from '@lamella/ai-sdk'
import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { hosts, text } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const result = (toolCallId: string) => ({
  role: 'tool' as const,
  content: [
    { type: 'tool-result' as const, toolCallId, toolName: 'look', output: { type: 'text' as const, value: 'A' } },
  ],
})
const question = { role: 'user' as const, content: 'And now?' }

describe.each(hosts)('a result whose call the provider holds, in $name', ({ sdk, mock }) => {
  const send = async (messages: readonly object[], openai?: object, provider?: string) => {
    const { model, requests } = mock(() => [text('Done.')])
    if (provider !== undefined) Object.assign(model, { provider })
    const sessions = createSessionStore()
    const middleware = lamella({ builder, sessions })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    let given = messages
    for (const _ of [1, 2]) {
      await sdk.generateText({
        model: wrapped,
        messages: given as never,
        providerOptions: { lamella: { tenant: 'acme', session: 's' }, ...(openai && { openai }) } as never,
      })
      given = [question]
    }
    return requests.map(({ prompt }) => prompt.map(({ role }) => role))
  }

  it.each([[{ previousResponseId: 'resp_1' }], [{ conversation: 'conv_1' }]])(
    'is sent where the call names the conversation: %j',
    async (openai) => {
      expect(await send([result('a')], openai)).toEqual([['tool'], ['tool', 'assistant', 'user']])
      const later = [question, result('a'), question]
      expect((await send(later, openai))[0]).toEqual(['user', 'tool', 'user'])
    },
  )

  it('is sent at the start of the input where the provider may hold the conversation', async () => {
    expect((await send([result('a'), question], undefined, 'openai.responses'))[0]).toEqual(['tool', 'user'])
    expect((await send([question, result('a'), question], undefined, 'openai.responses'))[0]).toEqual(['user', 'user'])
  })

  it('is dropped where no provider can hold its call', async () => {
    expect((await send([result('a'), question]))[0]).toEqual(['user'])
    expect((await send([result('a'), question], { store: false }, 'openai.responses'))[0]).toEqual(['user'])
  })
})
