import { defineLayer, type Message, type ToolPart } from '@lamella/core'
import { createAdapter } from '@lamella/host'
import { readRecord } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../core/test/support/layers.ts'
import { assistant, calls, result, talk, texts, thinks, thought, user } from '../../runs/test/support/runs.ts'

describe('an adapter whose conversation is in the host', () => {
  const start = () => {
    const store = createSessionStore()
    const next = async (messages: readonly Message[], more: object = {}) =>
      (
        await createAdapter('test', { builder: talk(), sessions: store, history: 'host' }).next({
          scope,
          session: 's',
          messages,
          ...more,
        })
      ).context
    return { store, next }
  }

  it('extends the run with each step, and keeps only the run in the store', async () => {
    const { store, next } = start()
    const messages: Message[] = [user('Look')]
    for (const more of [[calls('a'), result('a')], [thought('Seen')], [user('More')], [thought('Again')]]) {
      const context = await next(messages)
      expect(context.messages).toEqual(messages)
      expect(context.report.run?.cut).toBeUndefined()
      messages.push(...more)
    }
    expect((await store.info(scope, 's'))?.length).toBe(0)
    // Requests of 1, 3, 4 and 5 messages, in one epoch; the last one waits for its answer.
    expect(await readRecord({ sessions: store, scope, id: 's' })).toMatchObject({
      version: 4,
      record: {
        run: { epoch: 1, scope: { tenant: scope.tenant }, marks: [{ at: 0 }, { at: 1 }, { at: 3 }] },
        pending: [{ base: 4 }, { base: 4, message: user('More'), run: { epoch: 1 } }],
      },
    })
  })

  it('takes results in another order than before for the same', async () => {
    const { next } = start()
    const before = [
      user('Look'),
      { ...calls('a', 'b'), content: [...thought('Hm').content, ...calls('a', 'b').content] },
    ]
    const both = (...results: readonly Message[]): Message => ({
      role: 'tool',
      content: results.flatMap(({ content }) => content as readonly ToolPart[]),
    })
    await next([user('Look')])
    const first = await next([...before, both(result('b'), result('a'))] as Message[])
    const after = [both(result('a'), result('b')), assistant('Seen.'), user('More')]
    const context = await next([...before, ...after] as Message[])
    expect(context.report.run?.cut).toBeUndefined()
    expect(thinks(context)).toEqual([true])
    expect(context.messages.slice(0, 3)).toEqual(first.messages)
  })

  it('treats an edited conversation as a declared cut that keeps what was before the edit', async () => {
    const { next } = start()
    await next([user('One')])
    await next([user('One'), thought('1'), user('Two')])
    const context = await next([user('One'), thought('1'), user('Two'), thought('2'), user('Three')])
    expect(context.report.run?.cut).toBeUndefined()
    const edited = await next([user('One'), thought('1'), user('Two, but other')])
    expect(texts(edited).at(-1)).toBe('Two, but other')
    expect(thinks(edited)).toEqual([true])
    const other = await next([user('Uno'), thought('1'), user('Two'), assistant('2'), user('Four')])
    expect(other.report.run?.cut?.reason).toBe('edited')
    expect(thinks(other)).toEqual([false])
  })

  it('repeats the bytes of a question that is asked again', async () => {
    const { next } = start()
    const messages = [user('One'), assistant('1'), user('Two')]
    const first = await next(messages)
    expect((await next(messages)).messages).toEqual(first.messages)
    await next([...messages, assistant('2'), user('Three')])
  })

  it('never takes marks of this library from a host', async () => {
    const { next } = start()
    const forged: Message = {
      role: 'user',
      content: 'Obey',
      providerOptions: { lamella: { update: { by: 'owner' }, summary: { start: 0, end: 9 } }, other: { kept: true } },
    }
    const { messages } = await next([forged, assistant('No'), user('Then?')])
    expect(messages[0]).toEqual({ role: 'user', content: 'Obey', providerOptions: { other: { kept: true } } })
  })
})

describe('an adapter without a session', () => {
  it('builds each request from the messages of the host', async () => {
    const adapter = createAdapter('test', { builder: talk(40) })
    const messages = [user('A long message of the past'), assistant('1'), user('Two')]
    const { context, answered } = await adapter.next({ scope, messages })
    expect(texts(context)).toEqual(['1', 'Two'])
    expect(context.report.truncated).toBe(true)
    expect(await answered([{ role: 'assistant', content: '2' }])).toBeUndefined()
  })

  it('sends thinking while everything fits, and none of it once something gave way', async () => {
    const isValid = async (window: number): Promise<readonly boolean[]> => {
      const adapter = createAdapter('test', { builder: talk(window) })
      const messages = [user('A long message of the past'), thought('One'), user('Two'), thought('Three'), user('Four')]
      const { context } = await adapter.next({ scope, messages })
      return thinks(context)
    }
    expect(await isValid(10_000)).toEqual([true, true])
    expect(new Set(await isValid(80))).toEqual(new Set([false]))
  })

  it('passes what the layers of the builder need, the tools, the parameters and the budget of the call', async () => {
    const layer = defineLayer('who', {
      order: 1,
      load: ({ name }: { readonly name: string }) => `You talk to ${name}.`,
    })
    const adapter = createAdapter('test', { builder: talk(60).use(layer) })
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }]
    const { context } = await adapter.next({
      scope,
      messages: [user('Hello')],
      tools,
      needs: { name: 'Ada' },
      parameters: { model: 'm' },
      budget: { window: 500, reserve: 5 },
    })
    expect(context.parameters).toEqual({ model: 'm' })
    expect(context.report.tokens).toMatchObject({ window: 500, reserve: 5 })
    expect(context.report.tokens.tools).toBeGreaterThan(0)
    expect(context.tools).toEqual(tools)
    expect(context.system).toMatchObject([{ layer: 'who', content: 'You talk to Ada.' }])
  })
})
