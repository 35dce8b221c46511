import { factDigest } from '@lamella/compaction/digest'
import { type BuiltContext, createContext, type Message, type ToolResultPart } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 13), endOnFailure: true }

const scope = { tenant: 'acme' }
const id = 's'
const [keep, reserve] = [0.5, 200]

/** The words of a question, of the results of its calls, and of its answer. */
const turns = fc.array(
  fc.record({
    asked: fc.integer({ min: 1, max: 40 }),
    results: fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 400 })), { maxLength: 3 }),
    said: fc.integer({ min: 1, max: 80 }),
  }),
  { minLength: 12, maxLength: 40 },
)

const textOf = (position: number, words: number): string => `<${position}>${' word'.repeat(words)}`

/** What one request sends of a session: the positions of its messages, and of those that are not as they are stored. */
function sentOf({ messages }: BuiltContext, session: readonly Message[]) {
  const whole = new Set(session.map((one) => JSON.stringify(one.content)))
  const resultsOf = ({ content }: Message): readonly ToolResultPart[] =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'tool-result' ? [part] : []))
  const [sent, changed] = [new Set<number>(), new Set<number>()]
  const at = new Map(
    session.flatMap((one, position) => resultsOf(one).map((part) => [part.toolCallId, position] as const)),
  )
  const texts = new Map(session.map((one, position) => [JSON.stringify(one.content), position] as const))
  for (const one of messages) {
    const results = resultsOf(one).flatMap(({ toolCallId }) => at.get(toolCallId) ?? [])
    const tag = typeof one.content === 'string' ? /^<(\d+)>/.exec(one.content)?.[1] : undefined
    const position = results[0] ?? (tag === undefined ? texts.get(JSON.stringify(one.content)) : Number(tag))
    if (position === undefined || position >= session.length) continue
    sent.add(position)
    if (!whole.has(JSON.stringify(one.content))) changed.add(position)
  }
  return { sent, changed }
}

/** What a report says of the session's messages. */
function reportedOf({ report }: BuiltContext) {
  const changed = new Set<number>()
  let dropped = 0
  for (const row of report.rows) {
    if (row.reason === 'repair') continue
    if (row.action === 'shortened') changed.add(Number(row.fragment.slice(1)))
    else dropped += row.count ?? 1
  }
  const omitted = report.layers['history']?.omitted.reduce((sum, { count }) => sum + count, 0) ?? 0
  return { changed, left: dropped + omitted }
}

describe('a run that is cut', () => {
  it('G15: keeps its share, and each of its requests reports what it does not send as it was given', async () => {
    let [cuts, later] = [0, 0]
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 3_000, max: 12_000 }), fc.boolean(), async (all, window, digests) => {
        const layers = [history(digests ? {} : { digest: false }), message()]
        const builder = createContext().tokenizer(charTokenizer).use(layers).budget({ window, reserve, keep })
        const sessions = createSessionStore()
        const run = await openRun(builder, { sessions, scope, id })
        const room = window - reserve
        let isCut = false
        for (const { asked, results, said } of all) {
          const { length } = await sessions.page(scope, id, { messages: 1 }).then(
            ({ start, messages }) => ({ length: start + messages.length }),
            () => ({ length: 0 }),
          )
          const session = (await sessions.read(scope, id, 0, length)).map((one) => one.message)
          const context = await run.next({ message: textOf(length, asked) })
          const { sent, changed } = sentOf(context, session)
          const reported = reportedOf(context)
          expect(reported.changed).toEqual(changed)
          expect(reported.left).toBe(session.length - sent.size)
          expect(context.report.truncated).toBe(changed.size + reported.left > 0)
          const { run: told, tokens } = context.report
          if (told?.cut) {
            cuts++
            isCut = true
            expect(tokens.total).toBeLessThanOrEqual(keep * room)
            // A step is at most a message, its results, and what follows them; a digest takes up to its share.
            const sizes = session.map((one) => JSON.stringify(one).length)
            const step = Math.max(...sizes.map((size, at) => size + (sizes[at + 1] ?? 0) + (sizes[at + 2] ?? 0)))
            expect(tokens.total).toBeGreaterThan(keep * room - step - (digests ? factDigest().share * room : 0))
          } else if (isCut) later++
          const calls = results.map((_, index) => `c${length}.${index}`)
          const steps: readonly Message[] = [
            {
              role: 'assistant',
              content: calls.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} })),
            },
            {
              role: 'tool',
              content: results.map((words, index) => ({
                type: 'tool-result',
                toolCallId: calls[index] as string,
                toolName: 'look',
                output: { type: 'text', value: textOf(length + 2, words) },
              })),
            },
          ]
          const shown = calls.length > 0 ? steps : []
          await run.append([...shown, { role: 'assistant', content: textOf(length + 1 + shown.length, said) }])
        }
      }),
      runs,
    )
    expect(Math.min(cuts, later)).toBeGreaterThan(0)
  })
})
