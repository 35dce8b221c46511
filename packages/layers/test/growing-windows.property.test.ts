import { type Context, createContext, createEstimator, isLamellaError, type Message } from '@lamella/core'
import { type HistoryOptions, history, message, standardLayers } from '@lamella/layers'
import { createSession } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolProblems } from './support/tool-problems.ts'

// Eight builds each: LAMELLA_RUNS=3000 is 24,000.
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 20), endOnFailure: true }

const scope = { tenant: 'acme' }

/** The windows of a case: a first one, and larger ones in small steps. */
const windows = fc
  .tuple(
    fc.integer({ min: 300, max: 3_000 }),
    fc.array(fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 100, max: 900 })), {
      minLength: 7,
      maxLength: 7,
    }),
  )
  .map(([first, steps]) => [first, ...steps.map((_, index) => first + sumOf(steps.slice(0, index + 1)))])

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

const count = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 10, max: 600 }),
  fc.integer({ min: 300, max: 2_000 }),
)

/** Turns of a question, steps with calls and results, and mostly an answer; some begin without a question. */
const sessions = fc
  .array(
    fc.record({
      asked: fc.oneof({ weight: 4, arbitrary: count }, { weight: 1, arbitrary: fc.constant(0) }),
      steps: fc.array(fc.array(count, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      thinks: fc.boolean(),
      says: count,
      said: fc.oneof({ weight: 5, arbitrary: count }, { weight: 1, arbitrary: fc.constant(0) }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((turns) => {
    const messages: Message[] = []
    const add = (role: 'user' | 'assistant', words: number): void => {
      if (words > 0) messages.push({ role, content: textOf(`m${messages.length}`, words) })
    }
    for (const { asked, steps, thinks, says, said } of turns) {
      add('user', messages.length === 0 ? 5 : asked)
      for (const results of steps) {
        const ids = results.map((_, index) => `m${messages.length}.${index}`)
        if (thinks)
          messages.push({ role: 'assistant', content: [{ type: 'reasoning', text: `<m${messages.length}>` }] })
        messages.push({
          role: 'assistant',
          content: [
            { type: 'text', text: textOf(`m${messages.length}`, says) },
            ...ids.map((toolCallId) => ({ type: 'tool-call' as const, toolCallId, toolName: 'look', input: {} })),
          ],
        })
        messages.push({
          role: 'tool',
          content: results.map((words, index) => ({
            type: 'tool-result',
            toolCallId: ids[index] as string,
            toolName: 'look',
            output: { type: 'text', value: textOf(ids[index] as string, words) },
          })),
        })
      }
      add('assistant', said)
    }
    return messages
  })

/** What happens to a call or a result on its way: it is lost, or arrives again or later, in a message of its own. */
const mishaps = fc.array(
  fc.record({ kind: fc.constantFrom('lost', 'twice', 'late'), at: fc.nat(99), by: fc.integer({ min: 1, max: 4 }) }),
  { maxLength: 4 },
)
type Mishap = typeof mishaps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

function withMishaps(messages: readonly Message[], list: readonly Mishap[]): readonly Message[] {
  const changed = [...messages]
  for (const { kind, at, by } of list) {
    const places = changed.flatMap(({ content }, place) =>
      typeof content === 'string' ? [] : content.map((_, part) => ({ place, part })),
    )
    const { place = 0, part } = places[at % places.length] ?? {}
    const { role, content } = changed[place] as Message
    if (part === undefined || typeof content === 'string') continue
    const left = content.filter((_, index) => index !== part)
    if (kind !== 'lost') changed.splice(place + by, 0, { role, content: [content[part]] } as Message)
    if (kind !== 'twice') changed.splice(place, 1, ...(left.length > 0 ? [{ role, content: left } as Message] : []))
  }
  return changed
}

const cases = fc.record({
  messages: fc.tuple(sessions, mishaps).map(([messages, list]) => withMishaps(messages, list)),
  windows,
  cut: fc.constantFrom<NonNullable<HistoryOptions['cut']>>('pages', 'pages', 'turns', 'messages'),
  ask: fc.option(fc.constant('And what is new there?'), { nil: undefined }),
  entries: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 }),
  skills: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
  isStored: fc.boolean(),
  isHistoryAlone: fc.boolean(),
  tokenizer: fc.constantFrom(createEstimator(), createEstimator(), charTokenizer),
})
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

/** A text that says where it is from, also once it is shortened. */
function textOf(name: string, words: number): string {
  return `<${name}>${' word'.repeat(words)}`
}

/** Builds with the standard layers; `undefined` if what is pinned does not fit. */
async function build(one: Case, window: number) {
  const { messages, cut, ask, entries, skills, isStored, isHistoryAlone, tokenizer } = one
  const all = standardLayers({
    system: { prompt: 'You are Kim, a careful gardener.' },
    memory: { source: { entries: () => ({ entries: entries.map((words, index) => entry(index, words)) }) } },
    skills: {
      source: { skills: () => ({ skills: skills.map((words, index) => skill(index, words)) }) },
      listing: 'list',
    },
    tools: { source: '# look\nLooks something up.' },
    history: { cut },
  })
  const layers = isHistoryAlone ? [history({ cut }), message()] : all
  const builder = createContext().tokenizer(tokenizer).use(layers).budget({ window, reserve: 20 })
  try {
    const session = isStored ? createSession(messages) : messages
    return await builder.build({ scope, session, ...(ask !== undefined && { message: ask }) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

const entry = (index: number, words: number) => ({ id: `e${index}`, text: textOf(`e${index}`, words) })
const skill = (index: number, words: number) => ({ name: `skill-${index}`, description: textOf(`s${index}`, words) })

/** The characters that a request has of each text of the session, of memory, and of skills. */
function shown({ system, messages }: Context): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
  }
  for (const text of [...texts(system), ...texts(messages)]) {
    for (const piece of text.split(/(?=<[mes]\d)/)) {
      const name = /^<([mes][\d.]+)>/.exec(piece)?.[1]
      if (name !== undefined) sizes.set(name, (piece.match(/ word/g) ?? []).length)
    }
  }
  return sizes
}

describe('windows that grow in small steps, with the standard layers', () => {
  it('G4: never drop or shorten what a smaller one kept, and never keep fewer tokens of the history', async () => {
    let [builds, truncated] = [0, 0]
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        let before: Context | undefined
        for (const window of one.windows) {
          const context = await build(one, window)
          if (!context) {
            // A larger window never overflows.
            expect(before).toBeUndefined()
            continue
          }
          builds++
          if (context.report.truncated) truncated++
          expect(toolProblems(context.messages)).toEqual([])
          if (before) {
            const now = shown(context)
            const lost = [...shown(before)].filter(([name, words]) => words > (now.get(name) ?? -1))
            expect({ window, lost }).toEqual({ window, lost: [] })
            const got = ({ report }: Context): number => report.layers['history']?.got ?? 0
            expect(got(context)).toBeGreaterThanOrEqual(got(before))
          }
          before = context
        }
      }),
      runs,
    )
    expect(truncated).toBeGreaterThan(builds / 4)
  })

  it('keep no fewer messages where the page of a turn is read only in part', async () => {
    const [question, step] = [(size: number): Message => ({ role: 'user', content: 'q'.repeat(size) }), 'look']
    const session: Message[] = [question(86), { role: 'assistant', content: 'a'.repeat(206) }, question(36)]
    for (const size of [650, 1_440, 970]) {
      const toolCallId = `c${session.length}`
      session.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: step, input: {} }] })
      const output = { type: 'text', value: ' word'.repeat(size / 5) } as const
      session.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: step, output }] })
    }
    session.push({ role: 'assistant', content: 'a'.repeat(136) }, question(26), { role: 'assistant', content: 'So.' })
    for (const ask of [undefined, 'And now?']) {
      let before = 0
      for (let window = 300; window <= 1_500; window += 20) {
        const builder = createContext().use([history(), message()]).budget({ window, reserve: 0 })
        const { messages } = await builder.build({ scope, session, ...(ask !== undefined && { message: ask }) })
        expect({ window, kept: messages.length >= before }).toEqual({ window, kept: true })
        before = messages.length
      }
    }
  })
})
