import { createContext, isLamellaError, type Report } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import type { AgentInputItem } from '@openai/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputFilter } from '../../src/index.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 150)
const kinds = ['user', 'parts', 'system', 'answer', 'reasoning', 'call', 'result', 'hosted', 'unknown'] as const
const shape = fc.tuple(fc.constantFrom(...kinds), fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 60 }))

/** An item of any shape; `what` is found again wherever it goes. */
function itemOf([kind, callId, words]: readonly [(typeof kinds)[number], string, number], what: string): object {
  const said = `${what} ${'word '.repeat(words)}`
  switch (kind) {
    case 'user':
    case 'system':
      return { type: 'message', role: kind, content: said }
    case 'parts':
      return { role: 'user', content: [{ type: 'input_text', text: said }] }
    case 'answer': {
      const content = [{ type: 'output_text', text: said }]
      return { type: 'message', id: `msg_${what}`, role: 'assistant', status: 'completed', content }
    }
    case 'reasoning':
      return { type: 'reasoning', id: `rs_${what}`, content: [{ type: 'input_text', text: said }], providerData: {} }
    case 'call':
      return { type: 'function_call', callId, name: 'look', status: 'completed', arguments: JSON.stringify({ said }) }
    case 'result': {
      const output = { type: 'text', text: said }
      return { type: 'function_call_result', callId, name: 'look', status: 'completed', output }
    }
    case 'hosted':
      return { type: 'hosted_tool_call', id: `ws_${what}`, name: 'web_search_call', status: 'completed', output: said }
    case 'unknown':
      return { type: 'unknown', providerData: { type: 'hologram', shape: said } }
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

describe('what a filter of any input is given', () => {
  it('is in what it returns, or an error or the report names it', async () => {
    const counts = { sent: 0, named: 0, errors: 0 }
    const property = fc.asyncProperty(
      fc.array(shape, { maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(300, 1_000, 20_000),
      async (shapes, hasSession, store, window) => {
        const reports: Report[] = []
        const filter = inputFilter({
          builder: createContext().use([history(), message()]).budget({ window, reserve: 50 }),
          sessions: createSessionStore(),
          scope: { tenant: 'acme', ...(hasSession && { session: 's' }) },
          onRequest: ({ context: { report } }) => reports.push(report),
        })
        const agent = { name: 'Any', model: 'gpt-5', modelSettings: { store }, tools: [], handoffs: [] }
        const input = shapes.map((one, index) => itemOf(one, `given-${index}-`)) as AgentInputItem[]
        try {
          const sent = JSON.stringify((await filter({ modelData: { input }, agent, context: undefined })).input)
          const firstOther = shapes.findIndex(([kind]) => kind !== 'result')
          for (const [index, [kind, callId]] of shapes.entries()) {
            if (sent.includes(`given-${index}-`)) {
              counts.sent++
              continue
            }
            counts.named++
            expect(reports.some((one) => names(one, kind === 'reasoning' ? 'REASONING_LEFT_OUT' : callId))).toBe(true)
            const isHeld = store && kind === 'result' && (index < firstOther || firstOther < 0)
            if (isHeld) expect(window).toBeLessThan(20_000)
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
