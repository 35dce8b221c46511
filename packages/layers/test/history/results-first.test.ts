import { type Context, createContext, isLamellaError, type Message, type ToolOutput } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend } from '@lamella/runs'
import { charTokenizer, policySuite } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResultRule } from '../../src/history/results/result-rules.ts'
import { resultsFirst } from '../../src/history/results/results-first.ts'
import { type Called, calls, outputsIn, results, text } from '../support/results.ts'
import { toolProblems } from '../support/tool-problems.ts'

const scope = { tenant: 'acme' }
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 30) }
const rules: Readonly<Record<string, ResultRule>> = { skill: 'keep', screen: 'first' }

describe('the policy of a cut', () => {
  for (const one of policySuite(() => resultsFirst(new Map(Object.entries(rules)), { newestPriority: 90 }))) {
    it(one.name, one.run)
  }
})

/** Builds at a cut; a token is a character. `undefined` if what is pinned does not fit. */
async function cutTo(session: readonly Message[], window: number, ask?: string): Promise<Context | undefined> {
  const builder = createContext()
    .tokenizer(charTokenizer)
    .use([history({ results: { tools: rules } }), message()])
    .budget({ window, reserve: 0 })
  try {
    return await extend(builder, { scope, session, cut: true, ...(ask !== undefined && { message: ask }) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

const steps = fc.array(
  fc.record({
    tools: fc.array(fc.constantFrom('look', 'find', 'skill', 'screen', '__proto__'), { minLength: 1, maxLength: 3 }),
    lengths: fc.array(fc.constantFrom(40, 300, 900, 4_000), { minLength: 3, maxLength: 3 }),
    isApart: fc.boolean(),
    words: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Turns with results, and a last turn without. Every call has an id of its own. */
const sessions = fc.array(steps, { minLength: 1, maxLength: 5 }).map((turns) => {
  const called: Called[] = []
  const messages = turns.flatMap((list, turn): readonly Message[] => [
    { role: 'user', content: `Question ${turn}?` },
    ...list.flatMap(({ tools, lengths, isApart, words }, step): readonly Message[] => {
      const own = tools.map((tool, index): Called => {
        return { id: `${turn}.${step}.${index}`, tool, output: text('r'.repeat(lengths[index] ?? 0)) }
      })
      called.push(...own)
      const said: Message = { role: 'assistant', content: `Then ${'w'.repeat(words)}.` }
      return [calls(...own), ...(isApart ? own.map((one) => results(one)) : [results(...own)]), said]
    }),
  ])
  const last: readonly Message[] = [
    { role: 'user', content: 'Ready?' },
    { role: 'assistant', content: 'Yes.' },
  ]
  return { called, messages: [...messages, ...last] }
})

type State = 'full' | 'short' | 'named' | 'gone'

function stateOf({ id, output }: Called, shown: ReadonlyMap<string, ToolOutput>): State {
  const is = shown.get(id)
  if (is === undefined) return 'gone'
  if (JSON.stringify(is) === JSON.stringify(output)) return 'full'
  return 'value' in is && /^\[Result of \d+ characters, no longer shown\]$/.test(String(is.value)) ? 'named' : 'short'
}

const lengthOf = ({ output }: Called): number => ('value' in output ? String(output.value).length : 0)

describe('old results at a cut', () => {
  it('are named if they go first, then shortened, then named, before any message is dropped', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        sessions,
        fc.double({ min: 0.05, max: 1.05, noNaN: true }),
        async ({ called, messages }, share) => {
          const whole = await cutTo(messages, 10_000_000, 'And now?')
          const context = await cutTo(messages, Math.round((whole?.report.tokens.total ?? 0) * share), 'And now?')
          if (!context) return
          const shown = outputsIn(context.messages)
          const states = called.map((one) => ({ ...one, length: lengthOf(one), state: stateOf(one, shown) }))
          const others = states.filter(({ tool }) => rules[tool] === undefined || !Object.hasOwn(rules, tool))
          for (const { state } of states) seen.add(state)

          for (const { tool, state } of states) if (tool === 'skill') expect(['full', 'gone']).toContain(state)
          const first = states.filter(({ tool, length }) => tool === 'screen' && length > 200)
          for (const { state } of first) expect(state).not.toBe('short')
          // Those of parallel calls are shortened together.
          const withFirst = new Set(first.map(({ id }) => id.slice(0, id.lastIndexOf('.'))))
          const alone = others.filter(({ id }) => !withFirst.has(id.slice(0, id.lastIndexOf('.'))))
          if (alone.some(({ state }) => state === 'short' || state === 'named')) {
            for (const { state } of first) expect(['named', 'gone']).toContain(state)
          }
          if (others.some(({ state }) => state === 'named')) {
            for (const { state, length } of others) if (length > 400) expect(state).not.toBe('full')
          }
          const isDropped = context.report.rows.some(({ action }) => action === 'dropped')
          // Of more than four times the window not everything is read.
          if (share >= 0.25 && (isDropped || states.some(({ state }) => state === 'gone'))) {
            for (const { state, length } of others) if (length > 200) expect(['named', 'gone']).toContain(state)
          }
          // The oldest first.
          const order = ['full', 'short', 'named', 'gone']
          const large = alone.filter(({ length }) => length > 400).map(({ state }) => order.indexOf(state))
          expect(large).toEqual(large.toSorted((a, b) => b - a))
        },
      ),
      runs,
    )
    expect([...seen].sort()).toEqual(['full', 'gone', 'named', 'short'])
  })

  it('fit, stay with their calls, and have a row for each that is not in full', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.double({ min: 0.05, max: 1, noNaN: true }), async ({ called, messages }, share) => {
        const whole = await cutTo(messages, 10_000_000, 'And now?')
        const window = Math.round((whole?.report.tokens.total ?? 0) * share)
        const before = JSON.stringify(messages)
        const context = await cutTo(messages, window, 'And now?')
        expect(JSON.stringify(messages)).toBe(before)
        if (!context) return
        expect(context.report.tokens.total).toBeLessThanOrEqual(window)
        expect(toolProblems(context.messages)).toEqual([])
        expect(context.messages.slice(-1)).toEqual([{ role: 'user', content: 'And now?' }])
        const shown = outputsIn(context.messages)
        const changed = new Set<string>()
        for (const [position, { role, content }] of messages.entries()) {
          if (role !== 'tool') continue
          const own = content.flatMap((part) => (part.type === 'tool-result' ? [part] : []))
          const isChanged = own.some(({ toolCallId, output }) => {
            const is = shown.get(toolCallId)
            return is !== undefined && JSON.stringify(is) !== JSON.stringify(output)
          })
          if (isChanged) changed.add(`m${position}`)
        }
        const rows = context.report.rows.filter(({ action }) => action === 'shortened')
        expect(rows.map(({ fragment }) => fragment).filter((id) => changed.has(id))).toEqual([...changed])
        // No row for a message that is as it was, unless it is of the last turn.
        expect(rows.filter(({ fragment }) => messages[Number(fragment.slice(1))]?.role === 'tool')).toHaveLength(
          changed.size,
        )
        // What is not shown has a row, too, or was not read.
        const dropped = new Set(
          context.report.rows.flatMap(({ action, fragment }) => (action === 'dropped' ? fragment : [])),
        )
        const { omitted = [] } = context.report.layers['history'] ?? {}
        const unread = omitted.reduce((sum, { count }) => sum + count, 0)
        const at = ({ id }: Called): number => messages.findIndex((one) => outputsIn([one]).has(id))
        const isKnown = (one: Called): boolean => shown.has(one.id) || dropped.has(`m${at(one)}`)
        const left = new Set(called.filter((one) => !isKnown(one)).map(at))
        // The question of a turn that is read in part is read, too: so the unread ones are not always the first.
        expect(left.size).toBeLessThanOrEqual(unread)
        expect(Math.max(-1, ...left)).toBeLessThan(Math.min(messages.length, ...called.filter(isKnown).map(at)))
      }),
      runs,
    )
  })
})

describe('a long turn', () => {
  const steps = Array.from({ length: 12 }, (_, step): Called => {
    return { id: `c${step}`, tool: step % 3 === 0 ? 'screen' : 'look', output: text(`${step} ${'r'.repeat(1_000)}`) }
  })
  const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'So I look again.' }] }
  const question: Message = { role: 'user', content: 'Where is it?' }

  it('keeps its question and the newest answers with their results in full as long as others can give way', async () => {
    // A thought may be a message of its own: it belongs to the answer after it.
    const session = [question, ...steps.flatMap((step) => [thought, calls(step), results(step)])]
    for (const window of [12_000, 6_000, 3_500]) {
      const { messages = [], report } = (await cutTo(session, window)) ?? {}
      expect(messages[0]).toEqual(question)
      expect(messages.slice(-2)).toEqual([calls(steps[11] as Called), results(steps[11] as Called)])
      expect(messages.at(-3)).toMatchObject(thought)
      expect(toolProblems(messages)).toEqual([])
      expect(report?.rows.map(({ fragment }) => fragment)).not.toContain('m36')
    }
  })
})
