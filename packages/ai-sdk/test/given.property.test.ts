import { createContext, isLamellaError, type Report } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lamella } from '../src/index.ts'
import { hosts, text } from './support/hosts.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 150)
const id = fc.constantFrom('a', 'b', 'c')
const kinds = [
  'user',
  'parts',
  'unknown',
  'file',
  'answer',
  'thinking',
  'call',
  'result',
  'system',
  'approval',
] as const
const shape = fc.tuple(fc.constantFrom(...kinds), id, fc.integer({ min: 0, max: 60 }))

/** A message of a prompt of any shape; `what` is found again wherever it goes. */
function promptMessage(
  [kind, toolCallId, words]: readonly [(typeof kinds)[number], string, number],
  what: string,
): object {
  const said = `${what} ${'word '.repeat(words)}`
  switch (kind) {
    case 'system':
      return { role: 'system', content: said }
    case 'answer':
      return { role: 'assistant', content: [{ type: 'text', text: said }] }
    case 'thinking':
      return { role: 'assistant', content: [{ type: 'reasoning', text: said }, text(said)] }
    case 'call':
      return { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'look', input: { at: said } }] }
    case 'result': {
      const output = { type: 'text', value: said }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] }
    }
    case 'approval':
      return { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: what, approved: true }] }
    case 'unknown':
      return { role: 'user', content: [{ type: 'hologram', shape: said }] }
    case 'file':
      return { role: 'user', content: [{ type: 'file', mediaType: 'text/plain', data: 'AAAA', filename: said }] }
    case 'parts':
      return { role: 'user', content: [text(''), text(said)] }
    case 'user':
      return { role: 'user', content: [text(said)] }
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

describe('what a call of any shape is given', () => {
  it('is in what is sent, or an error or the report names it', async () => {
    const [host] = hosts
    const counts = { sent: 0, named: 0, errors: 0 }
    const property = fc.asyncProperty(
      fc.array(shape, { maxLength: 8 }),
      fc.constantFrom(undefined, 's'),
      fc.constantFrom('session', 'host'),
      fc.boolean(),
      fc.constantFrom(300, 1_000, 20_000),
      async (shapes, session, where, isHeld, window) => {
        const reports: Report[] = []
        const builder = createContext().use([history(), message()]).budget({ window, reserve: 50 })
        const middleware = lamella({
          builder,
          sessions: createSessionStore(),
          history: where as 'session',
          scope: { tenant: 'acme' },
          onRequest: ({ context: { report } }) => reports.push(report),
        })
        const { model, requests } = (host as NonNullable<typeof host>).mock(() => [text('Done.')])
        const wrapped = (host as NonNullable<typeof host>).sdk.wrapLanguageModel({ model: model as never, middleware })
        const given = shapes.map((one, index) => promptMessage(one, `given-${index}-`))
        const providerOptions = {
          lamella: session === undefined ? {} : { session },
          ...(isHeld && { openai: { previousResponseId: 'resp_1' } }),
        }
        const options = { prompt: given, providerOptions } as object as Parameters<typeof wrapped.doGenerate>[0]
        try {
          await wrapped.doGenerate(options)
        } catch (error) {
          if (!isLamellaError(error)) throw error
          counts.errors++
          return
        }
        const sent = JSON.stringify(requests[0]?.prompt)
        for (const [index, [kind, toolCallId]] of shapes.entries()) {
          if (sent.includes(`given-${index}-`)) {
            counts.sent++
            continue
          }
          counts.named++
          expect(reports.some((one) => names(one, kind === 'approval' ? `given-${index}-` : toolCallId))).toBe(true)
          // The provider holds the call. Of several results, the last one counts.
          const isLast = !shapes.slice(index + 1).some(([later, id]) => later === 'result' && id === toolCallId)
          if (kind === 'result' && isHeld && isLast) expect(window).toBeLessThan(20_000)
        }
      },
    )
    await fc.assert(property, { numRuns: runs })
    expect(counts.sent).toBeGreaterThan(counts.errors)
    if (process.env['LAMELLA_RUNS']) console.log(JSON.stringify(counts))
  })
})
