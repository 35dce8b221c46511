import { type AssembledContext, createContextAssembler } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { memory } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { assistant, called, executor, scope, tool, user } from './support.ts'

async function conversation(arrange: 'classic' | 'cache') {
  const store = createSessionStore()
  let time = Date.parse('2024-01-01T12:00:00Z')
  let question = ''
  const assembler = createContextAssembler(
    {
      sessionStore: store,
      scope: { ...scope, kind: 'private' },
      toolExecutor: executor(tool('look')),
      layers: [memory({ source: { entries: () => ({ entries: [{ id: 'q', text: `Asked: ${question}` }] }) } })],
      now: () => {
        time += 60_000
        return new Date(time)
      },
    },
    { model: 'gpt-4o', arrange, sections: [{ name: 'motto', content: 'Be brief.', order: 100 }] },
  )
  const say = async (...messages: readonly Message[]): Promise<void> => {
    const newest = messages.findLast(({ role }) => role === 'user')
    if (newest) question = String(newest.content)
    await store.append(scope, 's', messages)
  }
  return { assembler, say }
}

const itemsOf = ({ systemPrompt, messages }: AssembledContext): readonly string[] => [
  systemPrompt,
  ...messages.map((message) => JSON.stringify(message)),
]

describe('the arrangement of a context', () => {
  it('puts changing parts at the end of the system prompt in the classic arrangement', async () => {
    const { assembler, say } = await conversation('classic')
    await say(user('Hello'))
    const { systemPrompt, messages } = await assembler.assemble('s')
    expect(systemPrompt).toMatch(
      /^Be brief\.\n\n---\n\nRelevant memories:[\s\S]*Asked: Hello\n\n---\n\nCurrent datetime: 2024/,
    )
    expect(messages).toEqual([user('Hello')])
  })

  it('puts changing parts after the history, marked, before the newest message in the cache arrangement', async () => {
    const { assembler, say } = await conversation('cache')
    await say(user('Hello'), assistant('Hi!'), user('What is new?'))
    const { systemPrompt, messages } = await assembler.assemble('s')
    expect(systemPrompt).toBe('Be brief.')
    expect(messages.map(({ content }) => content)).toEqual([
      'Hello',
      'Hi!',
      expect.stringMatching(
        /^\[Context for this turn, not written by the user\]\nRelevant memories:[\s\S]*What is new\?/,
      ),
      '[Context for this turn, not written by the user]\nCurrent datetime: 2024-01-01 12:01 UTC',
      'What is new?',
    ])
  })

  it('puts changing parts after the results, at the end, in the middle of a loop', async () => {
    const { assembler, say } = await conversation('cache')
    await say(user('Look!'), ...called('c1', 'a bean'))
    const { messages } = await assembler.assemble('s')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'user'])
  })

  it('repeats the previous request up to its newest message in the cache arrangement', async () => {
    for (const arrange of ['classic', 'cache'] as const) {
      const { assembler, say } = await conversation(arrange)
      let previous: AssembledContext | undefined
      for (let turn = 0; turn < 5; turn++) {
        await say(user(`Question ${turn} ${'word '.repeat(50)}`))
        const context = await assembler.assemble('s')
        if (previous) {
          const [items, before] = [itemsOf(context), itemsOf(previous)]
          const same = items.findIndex((item, index) => item !== before[index])
          // The prompt, and the messages before the question and the time of the request before.
          expect(same).toBe(arrange === 'cache' ? 1 + 2 * (turn - 1) : 0)
        }
        previous = context
        await say(assistant(`Answer ${turn}`))
      }
    }
  })
})
