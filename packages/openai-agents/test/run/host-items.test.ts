import { createSessionStore } from '@lamella/core/memory'
import type { AgentInputItem } from '@openai/agents'
import { describe, expect, it } from 'vitest'
import { createItemReader } from '../../src/filter/host-items.ts'
import { agentsSession, runOptions } from '../../src/index.ts'
import { replay } from '../helpers/replay.ts'

const asked = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content })
const said = (text: string): AgentInputItem => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
})

describe('createItemReader', () => {
  it('returns the given items of messages that are as they came, and of equal copies of them', () => {
    const items = [asked('Hello'), said('Hi.'), said('How are you?'), asked('Fine.')]
    const { messages, write } = createItemReader()(items)
    expect(messages).toHaveLength(3)
    for (const sent of [messages, structuredClone(messages)]) {
      const written = write(sent)
      expect(written).toHaveLength(4)
      for (const [index, item] of written.entries()) expect(item).toBe(items[index])
    }
  })

  it('returns the newest of equal items, since the older ones give way first', () => {
    const items = [asked('Continue'), said('Yes.'), asked('Continue')]
    const { messages, write } = createItemReader()(items)
    expect(write(structuredClone(messages.slice(2)))[0]).toBe(items[2])
  })

  it('converts an item once, and again when it has changed', () => {
    const read = createItemReader()
    const item = { type: 'message', role: 'user', content: 'Hello' } as { content: string } & AgentInputItem
    const [first] = read([item]).messages
    expect(read([item]).messages[0]).toBe(first)
    item.content = 'Good evening'
    const { messages, write } = read([item])
    expect(messages).toEqual([{ role: 'user', content: 'Good evening' }])
    expect(write(messages)[0]).toBe(item)
  })

  it('writes the result of a call that has none as the call wants it', () => {
    const call = {
      type: 'shell_call',
      callId: 'c1',
      status: 'completed',
      action: { commands: ['ls'] },
    } as AgentInputItem
    const { messages, write } = createItemReader()([asked('Look'), call])
    const output = { type: 'error-text', value: 'Stopped.' } as const
    const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'shell_call', output } as const
    expect(write([...messages, { role: 'tool', content: [result] }])[2]).toMatchObject({
      type: 'shell_call_output',
      callId: 'c1',
      output: [{ stdout: 'Stopped.' }],
    })
  })
})

it('stores a question that was asked before, when the older one no longer fits', async () => {
  const scope = { tenant: 'acme', session: 'chat-1' }
  const sessions = createSessionStore()
  const long = 'A lamp of brass. '.repeat(300)
  const questions = ['Continue', long, long, 'Continue', long, 'Continue']
  const conversation = questions.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'Yes.' },
  ])
  const { sent, play } = replay({ system: 'Brief.', tools: [] }, conversation)
  await play(() => runOptions({ sessions, scope, window: 3_000, reserve: 500 }))
  const continued = sent[3]?.input.filter((item) => JSON.stringify(item).includes('Continue'))
  expect(continued).toHaveLength(1)
  const items = await agentsSession({ sessions, scope }).getItems()
  const stored = items.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [item.content] : []))
  expect(stored).toEqual(questions)
})
