import type { Message } from '@lamella/core'
import { createAdapter, hostSystem, messagesForHost } from '@lamella/host'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { framing } from '../../core/test/support/char-tokenizer.ts'
import { scope } from '../../core/test/support/layers.ts'
import { assistant, talk, user } from '../../runs/test/support/runs.ts'

describe('the system prompt of a host', () => {
  it('is the first layer, counted and pinned', async () => {
    const adapter = createAdapter('test', { builder: talk(100) })
    const { context } = await adapter.next({ scope, system: ['Be kind.', '', 'Be brief.'], messages: [user('Hi')] })
    expect(context.system).toMatchObject([{ layer: 'host-system', content: 'Be kind.\n\nBe brief.' }])
    expect(context.report.layers).toMatchObject({ 'host-system': { got: 'Be kind.\n\nBe brief.'.length } })
    const large = adapter.next({ scope, system: ['x'.repeat(100)], messages: [user('Hi')] })
    await expect(large).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' })
  })

  it('is where the builder has placed it', async () => {
    const builder = talk().use(hostSystem())
    const { context } = await createAdapter('test', { builder }).next({ scope, system: ['A'], messages: [user('Hi')] })
    expect(context.system).toHaveLength(1)
  })

  it.each([false, true])(
    'goes out in the middle of the conversation only if the model accepts it there (%s)',
    async (takes) => {
      const sessions = createSessionStore()
      const builder = talk().framing({ ...framing, takesInstructions: () => takes })
      const adapter = createAdapter('test', { builder, sessions })
      const first = await adapter.next({ scope, session: 's', system: ['Be kind.'], messages: [user('Hi')] })
      await first.answered([{ role: 'assistant', content: 'Hello' }])
      const { context } = await adapter.next({ scope, session: 's', system: ['Be brief.'], messages: [user('And?')] })
      expect(context.report.run?.cut?.reason).toBe(takes ? undefined : 'instructions')
      expect(context.system[0]?.content).toBe(takes ? 'Be kind.' : 'Be brief.')
      const sent = messagesForHost(context.messages, { systemInMiddle: true })
      expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', ...(takes ? ['system'] : [])])
      expect(JSON.stringify(messagesForHost(context.messages))).not.toMatch(/"system"|lamella/)
    },
  )

  it('makes the same question another request when it changes', async () => {
    const adapter = createAdapter('test', { builder: talk(), sessions: createSessionStore() })
    const ask = async (system: string) =>
      (await adapter.next({ scope, session: 's', system: [system], messages: [user('Hi')] })).context
    await ask('Be kind.')
    expect((await ask('Name this chat.')).system[0]?.content).toBe('Name this chat.')
    expect((await ask('Be kind.')).system[0]?.content).toBe('Be kind.')
  })
})

describe('messages for a host', () => {
  const stale: Message = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 's' }, lamella: { stale: true } } },
      { type: 'text', text: 'Hi' },
    ],
  }

  it('keep thinking that a cut made invalid, except for models that reject it', () => {
    const plain = { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 's' } } }
    expect(messagesForHost([stale])).toEqual([{ role: 'assistant', content: [plain, { type: 'text', text: 'Hi' }] }])
    expect(messagesForHost([stale], { bindsThinking: true })).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    ])
  })

  it('have no message of which nothing is left', () => {
    const alone = { ...stale, content: (stale.content as never[]).slice(0, 1) } as Message
    expect(messagesForHost([user('a'), alone, assistant('b')], { bindsThinking: true })).toEqual([
      user('a'),
      assistant('b'),
    ])
  })
})
