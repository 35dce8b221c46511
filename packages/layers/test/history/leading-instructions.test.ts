import type { Message } from '@lamella/core'
import { createContext } from '@lamella/core'
import { history, message, trimMessages } from '@lamella/layers'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const rule: Message = { role: 'system', content: 'You are a pirate.' }
const turn = (n: number): Message[] => [
  { role: 'user', content: `Question ${n}: ${'why '.repeat(60)}` },
  { role: 'assistant', content: `Answer ${n}, port ${4_700 + n}: ${'because '.repeat(60)}` },
]
const turns = (count: number): Message[] => Array.from({ length: count }, (_, n) => turn(n)).flat()
const builder = createContext().use([history(), message()]).budget({ window: 1_500, reserve: 300 })
const count = ({ content }: Message): number => String(content).length / 4

// microsoft/semantic-kernel#12612: a history that was shortened had lost its system prompt.
describe('system messages with which a session begins', () => {
  it('stay in a build', async () => {
    const { messages } = await builder.build({ scope, session: [rule, ...turns(40)], message: 'And now?' })
    expect(messages[0]).toEqual(rule)
    expect(messages[1]?.role).toBe('user')
    expect(messages.length).toBeLessThan(20)
  })

  it('stay through the cuts of a run, before its digest', async () => {
    const session: Message[] = [rule]
    let run: Awaited<ReturnType<typeof extend>>['run'] | undefined
    let cuts = 0
    for (let n = 0; n < 30; n++) {
      const [question, answer] = turn(n) as [Message & { role: 'user' }, Message]
      const context = await extend(builder, { scope, session: [...session], message: question, ...(run && { run }) })
      run = context.run
      expect(context.messages[0]).toEqual(rule)
      const { content } = context.messages[1] as { content: unknown }
      if (context.report.run?.cut) cuts++
      if (cuts > 0) expect(content).toContain('<context-digest')
      session.push(question, answer)
    }
    expect(cuts).toBeGreaterThan(1)
  })

  it('stay where the number of messages is limited', async () => {
    const few = createContext()
      .use([history({ maxMessages: 4 }), message()])
      .budget({ window: 100_000, reserve: 300 })
    const { messages } = await few.build({ scope, session: [rule, ...turns(40)], message: 'And now?' })
    expect(messages[0]).toEqual(rule)
    expect(messages.length).toBeLessThanOrEqual(6)
  })

  it('are dropped like others if they take more than a quarter', async () => {
    const long: Message = { role: 'system', content: 'You are a pirate. '.repeat(200) }
    const { messages, report } = await builder.build({ scope, session: [long, ...turns(40)], message: 'And now?' })
    expect(messages[0]?.role).toBe('user')
    expect(report.layers['history']?.omitted).toHaveLength(1)
  })

  it('stay in a trimmed conversation, if the newest question leaves room', () => {
    const all = [rule, ...turns(40)]
    const { messages, tokens, dropped } = trimMessages(all, { window: 600, count })
    expect(messages[0]).toEqual(rule)
    expect(tokens).toBeLessThanOrEqual(600)
    expect(dropped).toBe(all.length - messages.length)
    const question: Message = { role: 'user', content: 'x'.repeat(2_390) }
    expect(trimMessages([...all, question], { window: 600, count }).messages).toEqual([question])
  })
})
