import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import type { UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { call, hosts, text, texts, thinking } from './support/hosts.ts'

const scope = { tenant: 'acme' }

describe.each(hosts)('the store of useChat, in $name', ({ name, sdk, mock }) => {
  /** A route of an application: UI messages in, a stream of UI messages out, which `onFinish` gives to the application's store. */
  const start = ({
    history: kept = 'host' as 'host' | 'session',
    execute = async () => 'Seen. '.repeat(150),
    needsApproval = false,
    input = '',
  } = {}) => {
    const sessions = createSessionStore()
    const asked: HostedRequest[] = []
    const builder = createContext().use([history(), message()]).budget({ window: 4_000, reserve: 500 })
    const { model, requests } = mock((request) => {
      const last = request.prompt.at(-1)
      return last?.role === 'tool'
        ? [thinking('So'), text('There.')]
        : [thinking('Hm'), { ...call(`c${requests.length}`), ...(input && { input }) }]
    })
    const middleware = lamella({ builder, sessions, history: kept, onRequest: (request) => asked.push(request) })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const tools = {
      look: sdk.tool({
        inputSchema: sdk.jsonSchema<{ at: string }>({ type: 'object' }),
        execute,
        needsApproval,
      }),
    }
    const post = async (messages: UIMessage[]): Promise<UIMessage[]> => {
      const result = sdk.streamText({
        model: wrapped,
        messages: await sdk.convertToModelMessages(messages, { tools }),
        tools,
        stopWhen: sdk.stepCountIs(4),
        providerOptions: { lamella: { ...scope, session: 'chat-1' } },
      })
      let finished: UIMessage[] = []
      const response = result.toUIMessageStreamResponse({
        originalMessages: messages,
        onFinish: ({ messages: all }: { messages: UIMessage[] }) => {
          finished = all
        },
      })
      await response.text()
      return finished
    }
    return { sessions, requests, asked, post }
  }
  const said = (id: string, value: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text: value }] })

  it('keeps the conversation, and the requests of all its turns extend each other', async () => {
    const { sessions, requests, asked, post } = start()
    let chat: UIMessage[] = []
    for (const turn of [1, 2, 3]) chat = await post([...chat, said(`u${turn}`, `Question ${turn}`)])
    expect(chat.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant'])
    expect(requests).toHaveLength(6)
    for (const [index, { prompt }] of requests.entries()) {
      const before = requests[index - 1]?.prompt ?? []
      expect(prompt.slice(0, before.length)).toEqual(before)
    }
    expect(asked.map(({ context }) => context.report.run?.cut?.reason)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
    expect((await sessions.info(scope, 'chat-1'))?.length).toBe(0)
  })

  it.each(['session', 'host'] as const)(
    'may hide the texts of errors from its UI, with the history: %s',
    async (history) => {
      const { sessions, requests, post } = start({ history, execute: () => Promise.reject(new Error('No such file.')) })
      const chat = await post([said('u1', 'One')])
      await post([...chat, said('u2', 'Two')])
      expect(requests[2]?.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
      expect((await sessions.info(scope, 'chat-1'))?.length).toBe(history === 'host' ? 0 : 8)
      if (history === 'session') expect(texts(requests[2] as never)[2]).toContain('No such file.')
    },
  )

  it.each([{}, { reason: 'Too dear.' }])('may deny a call without a cut: %o', async (more) => {
    // 6.0.0 has another text for a denial without a reason.
    if (name === 'AI SDK 6, oldest' && !('reason' in more)) return
    const { requests, asked, post } = start({ needsApproval: true })
    const [first, answer] = await post([said('u1', 'One')])
    const decided = answer?.parts.map((part) =>
      'approval' in part
        ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: false, ...more } }
        : part,
    )
    const chat = await post([first as UIMessage, { ...answer, parts: decided } as UIMessage])
    await post([...chat, said('u2', 'Two')])
    const sent = requests[1]?.prompt ?? []
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(requests[2]?.prompt.slice(0, sent.length)).toEqual(sent)
    expect(asked.map(({ context }) => context.report.run?.cut)).toEqual([undefined, undefined, undefined])
  })

  it('may hold a call whose input is not JSON: it is sent as the loop sent it', async () => {
    const { requests, post } = start({ input: '{"at": "h' })
    const chat = await post([said('u1', 'One')])
    await post([...chat, said('u2', 'Two')])
    for (const { prompt } of requests.slice(1))
      expect(prompt[1]?.content).toContainEqual(expect.objectContaining({ type: 'tool-call', input: {} }))
  })

  it('may be edited: a regenerated answer goes on from before it, an edited question is a cut', async () => {
    const { requests, asked, post } = start()
    let chat = await post([said('u1', 'One')])
    chat = await post([...chat, said('u2', 'Two')])
    await post(chat.slice(0, 3))
    expect(requests[4]?.prompt).toEqual(requests[2]?.prompt)
    await post([said('u1', 'Uno'), ...chat.slice(1)])
    expect(asked.at(-1)?.context.report.run?.cut?.reason ?? asked.at(-2)?.context.report.run?.cut?.reason).toBe(
      'edited',
    )
    expect(texts(requests.at(-1) as never)[0]).toBe('Uno')
  })

  it('is cut where it no longer fits, at whole turns', async () => {
    const { requests, asked, post } = start()
    let chat: UIMessage[] = []
    for (let turn = 1; turn <= 20; turn++) chat = await post([...chat, said(`u${turn}`, `Question ${turn}`)])
    expect(asked.some(({ context }) => context.report.run?.cut?.reason === 'window')).toBe(true)
    for (const { prompt } of requests) {
      const ids = (type: string) =>
        prompt.flatMap(({ content }) =>
          typeof content === 'string'
            ? []
            : content.flatMap((part) => (part.type === type ? [part['toolCallId']] : [])),
        )
      expect(ids('tool-result')).toEqual(ids('tool-call'))
      expect(prompt[0]?.role).toBe('user')
    }
    for (const { context } of asked)
      expect(context.report.tokens.total + context.report.tokens.reserve).toBeLessThanOrEqual(4_000)
  })
})
