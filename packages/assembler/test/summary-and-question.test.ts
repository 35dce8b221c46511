import type { Message } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import { memory } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { createContextAssembler } from '../src/index.ts'

const scope = { tenant: 'acme', kind: 'private' } as const
const talk: readonly Message[] = Array.from({ length: 60 }, (_, index) => ({
  role: index % 2 ? 'assistant' : 'user',
  content: `${index}: `.padEnd(200, 'x'),
}))

describe('a compacted session', () => {
  it('shows its summary with every strategy, whatever else does not fit', async () => {
    for (const truncationStrategy of ['simple', 'smart', 'sliding'] as const) {
      for (const arrange of ['classic', 'cache'] as const) {
        const sessionStore = createSessionStore()
        await sessionStore.append(scope, 's', talk)
        await sessionStore.compactions?.add(scope, 's', { start: 0, end: 20, text: 'Ada likes tea.' })
        const config = { truncationStrategy, arrange, tokenizer: charTokenizer, model: 'gpt-4o' }
        const assembler = createContextAssembler({ sessionStore, scope }, config)
        const options = { window: 4_000, reserve: 500 }
        const { messages } = await assembler.assemble('s', undefined, options)
        expect(messages.length).toBeLessThan(41)
        expect(messages[0] && summaryRange(messages[0])).toEqual({ start: 0, end: 20 })
      }
    }
  })
})

describe('a request in the middle of tool calls', () => {
  it('ranks memory against the question of the turn', async () => {
    const asked: string[] = []
    const remembered = memory({
      source: { entries: (_, { query = '' }) => ({ entries: asked.push(query) ? [] : [] }) },
    })
    const sessionStore = createSessionStore()
    await sessionStore.append(scope, 's', [
      { role: 'user', content: 'What does Ada drink?' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'tea' } }],
      },
    ])
    const dependencies = { sessionStore, scope, layers: [remembered] }
    const assembler = createContextAssembler(dependencies, { tokenizer: charTokenizer, model: 'gpt-4o' })
    await assembler.assemble('s')
    expect(asked).toEqual(['What does Ada drink?'])
  })
})
