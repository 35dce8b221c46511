import { createSessionStore } from '@lamella/store/memory'
import type { AgentInputItem } from '@openai/agents'
import { describe, expect, it } from 'vitest'
import { hostItems, hostMessages } from '../../src/filter/host-items.ts'
import { agentsSession, runOptions } from '../../src/index.ts'
import { replay } from '../helpers/replay.ts'

const asked = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content })
const said = (text: string): AgentInputItem => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
})

describe('hostItems', () => {
  it('returns the given items of messages that are as they came', () => {
    const items = [asked('Hello'), said('Hi.'), said('How are you?'), asked('Fine.')]
    const written = hostItems(hostMessages(items), items)
    expect(written).toHaveLength(4)
    for (const [index, item] of written.entries()) expect(item).toBe(items[index])
  })

  it('returns the newest of equal items, since the older ones give way first', () => {
    const items = [asked('Continue'), said('Yes.'), asked('Continue')]
    expect(hostItems(hostMessages(items).slice(2), items)[0]).toBe(items[2])
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
  // The digest of what was cut has the older one, word for word.
  const texts = sent[3]?.input.map((item) => JSON.stringify(item)) ?? []
  const continued = texts.filter((text) => text.includes('Continue') && !text.includes('context-digest'))
  expect(continued).toHaveLength(1)
  const items = await agentsSession({ sessions, scope }).getItems()
  const stored = items.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [item.content] : []))
  expect(stored).toEqual(questions)
})
