import { createContext, isLamellaError, type Report } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitMessages } from '../src/index.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 150)
const kinds = ['user', 'parts', 'unknown', 'system', 'chat', 'answer', 'thinking', 'call', 'result'] as const
const shape = fc.tuple(fc.constantFrom(...kinds), fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 60 }))

/** A message of any shape; `what` is found again wherever it goes. */
function messageOf([kind, id, words]: readonly [(typeof kinds)[number], string, number], what: string): BaseMessage {
  const said = `${what} ${'word '.repeat(words)}`
  switch (kind) {
    case 'user':
      return new HumanMessage(said)
    case 'parts':
      return new HumanMessage({ content: [{ type: 'text', text: said }] })
    case 'unknown':
      return new HumanMessage({ content: [{ type: 'hologram', shape: said }] })
    case 'system':
      return new SystemMessage(said)
    case 'chat':
      return new ChatMessage({ content: said, role: 'critic' })
    case 'answer':
      return new AIMessage(said)
    case 'thinking':
      return new AIMessage({ content: [{ type: 'thinking', thinking: said, signature: 's' }] })
    case 'call':
      return new AIMessage({ content: '', tool_calls: [{ id, name: 'look', args: { said } }] })
    case 'result':
      return new ToolMessage({ content: said, tool_call_id: id, name: 'look' })
    default:
      return kind satisfies never
  }
}

/** Whether a report names something that was changed or left out, in the window or where only repairs and notices can. */
function names({ rows, layers, notices = [], truncated }: Report, what: string): boolean {
  if (truncated) return rows.length > 0 || Object.values(layers).some(({ omitted }) => omitted.length > 0)
  const isNamed = rows.some((row) => row.reason === 'repair' && row.id === what)
  return isNamed || notices.some(({ code }) => code === what)
}

describe('what a node of any messages gives', () => {
  it('is in what comes back, or an error or the report names it', async () => {
    const counts = { sent: 0, named: 0, errors: 0 }
    const property = fc.asyncProperty(
      fc.array(shape, { maxLength: 8 }),
      fc.boolean(),
      fc.constantFrom(300, 1_000, 20_000),
      async (shapes, hasSession, window) => {
        const fitIn = fitMessages({
          builder: createContext().use([history(), message()]).budget({ window, reserve: 50 }),
          sessions: createSessionStore(),
          scope: { tenant: 'acme' },
        })
        const given = shapes.map((one, index) => messageOf(one, `given-${index}-`))
        try {
          const config = hasSession ? { configurable: { thread_id: 's' } } : {}
          const { messages, context } = await fitIn(given, { config })
          const sent = JSON.stringify(messages.map((one) => one.toDict()))
          for (const [index, [, id]] of shapes.entries()) {
            if (sent.includes(`given-${index}-`)) {
              counts.sent++
              continue
            }
            counts.named++
            expect(names(context.report, id)).toBe(true)
          }
        } catch (error) {
          if (!isLamellaError(error)) throw error
          counts.errors++
        }
      },
    )
    await fc.assert(property, { numRuns: runs })
    expect(counts.sent).toBeGreaterThan(counts.errors)
    if (process.env['LAMELLA_RUNS']) console.log(JSON.stringify(counts))
  })
})
