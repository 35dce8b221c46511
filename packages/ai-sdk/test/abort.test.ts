import { lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { call, drained, hosts, type Part, text, texts, thinking } from './support/hosts.ts'

const builder = createContext().use([history(), message()]).budget({ window: 20_000, reserve: 1_000 })
const scope = { tenant: 'acme' }
const providerOptions = { lamella: { ...scope, session: 's' } }

describe.each(hosts)('a stream that ends early, in $name', ({ sdk, mock }) => {
  const start = (content: readonly Part[], breakAfter?: number) => {
    const sessions = createSessionStore()
    const { model, requests } = mock((_, number) => (number === 1 ? content : [text('Welcome.')]), {
      ...(breakAfter !== undefined && { breakAfter }),
    })
    const middleware = lamella({ builder, sessions })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const stored = async (): Promise<readonly Message[]> =>
      (await sessions.page(scope, 's')).messages.map((one) => one.message)
    const again = async (prompt: string): Promise<readonly string[]> => {
      const whole = sdk.wrapLanguageModel({ model: mockOfAnswer() as never, middleware })
      await sdk.generateText({ model: whole, prompt, providerOptions })
      return texts(seen.at(-1) as never)
    }
    const seen: unknown[] = []
    const mockOfAnswer = () => {
      const next = mock((request) => {
        seen.push(request)
        return [text('Welcome.')]
      })
      return next.model
    }
    return { requests, wrapped, stored, again }
  }

  it('by an error keeps what was complete: text so far, thinking with its signature, no half thought', async () => {
    // The stream: start, 4 parts of the first thought, start and first half of the text.
    const { wrapped, stored, again } = start([thinking('Hm'), text('Half of it'), thinking('lost')], 7)
    const ends = drained(sdk.streamText({ model: wrapped, prompt: 'One', providerOptions, onError: () => {} }))
    await expect(ends).rejects.toThrow('The connection broke.')
    expect(await stored()).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'One' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 'signed Hm' } } },
          { type: 'text', text: 'Half ' },
        ],
      },
    ])
    expect(await again('Two')).toEqual(['One', 'HmHalf ', 'Two'])
  })

  it('before it says anything leaves the session as it was, and the question may be asked again', async () => {
    const { wrapped, stored, again } = start([thinking('Hm'), text('Never')], 3)
    const ends = drained(sdk.streamText({ model: wrapped, prompt: 'One', providerOptions, onError: () => {} }))
    await expect(ends).rejects.toThrow('The connection broke.')
    expect(await stored()).toEqual([])
    expect(await again('One')).toEqual(['One'])
  })

  it('by its reader keeps the calls that were complete, which get a stand-in when the user speaks again', async () => {
    const controller = new AbortController()
    const { wrapped, stored, again } = start([text('Looking.'), call('a'), text('More')])
    const tools = {
      look: sdk.tool({
        inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
        execute: async (): Promise<string> => {
          controller.abort()
          throw controller.signal.reason
        },
      }),
    }
    const result = sdk.streamText({
      model: wrapped,
      prompt: 'One',
      tools,
      providerOptions,
      abortSignal: controller.signal,
      onError: () => {},
    })
    await drained(result).catch(() => {})
    await expect.poll(async () => (await stored()).length).toBe(2)
    expect((await stored())[1]?.content).toContainEqual(expect.objectContaining({ type: 'tool-call', toolCallId: 'a' }))
    const next = await again('Never mind')
    expect(next).toHaveLength(4)
    expect(next[2]).toContain('[No result of this tool call was recorded.]')
  })
})
