import {
  type Context,
  createContext,
  createEstimator,
  defineLayer,
  isLamellaError,
  type Layer,
  type MemoryEntry,
  type Message,
  type ReportRow,
  type Session,
  type Skill,
  type Tokenizer,
} from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { type HistoryOptions, standardLayers } from '@lamella/layers'
import { createSession } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { conversation, type Turn, turns } from './conversations.ts'
import { compose, load } from './load.ts'

const scope = { tenant: 'acme', kind: 'private' } as const
export const reserve = 20

/** The parameters of a whole build. */
export interface Whole {
  readonly messages: readonly Message[]
  readonly text: string | undefined
  readonly cut: NonNullable<HistoryOptions['cut']>
  readonly maxMessages: number
  readonly knowsSizes: boolean
  readonly entries: readonly MemoryEntry[]
  readonly skills: readonly Skill[]
  readonly docs: string
  /** A layer that gives way before the history. */
  readonly hints: readonly string[]
  readonly tokenizer: Tokenizer
  /** The window, as a share of the size of everything. */
  readonly share: number
}

const long = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 300 }) },
)

/** Plain turns, some with long texts: their positions are known without considering repairs. */
const sessions = fc
  .tuple(turns, fc.array(long, { minLength: 12, maxLength: 12 }), fc.integer({ min: 0, max: 4 }))
  .map(([list, factors, summaries]) => {
    const own = list.map((turn, index): Turn => ({ ...turn, how: 'after', size: turn.size * (factors[index] ?? 1) }))
    const messages = [...conversation(own)]
    // Up to two summaries, at the beginning and after it.
    if (summaries > 2) messages.unshift(summaryMessage({ start: 0, end: 30, text: 'Ada likes tea. '.repeat(20) }))
    if (summaries > 3) messages.splice(1, 0, summaryMessage({ start: 30, end: 50, text: 'Bo does not.' }))
    return messages
  })
const words = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: most }).map((count) => 'Ten words are enough to say it. '.repeat(count).trim())

export const wholes: fc.Arbitrary<Whole> = fc.record({
  messages: sessions,
  text: fc.option(words(20), { nil: undefined }),
  cut: fc.constantFrom('pages', 'pages', 'turns', 'messages'),
  maxMessages: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 20, 50),
  knowsSizes: fc.boolean(),
  entries: fc
    .array(words(60), { maxLength: 20 })
    .map((list) => list.map((text, index) => ({ id: `e${index}`, text: `${index}: ${text}` }))),
  skills: fc
    .array(words(8), { maxLength: 12 })
    .map((list) => list.map((description, index) => ({ name: `skill-${index}`, description }))),
  docs: fc
    .array(words(80), { maxLength: 4 })
    .map((list) => list.map((text, index) => `# Tool ${index}\n${text}`).join('\n')),
  hints: fc.array(words(10), { maxLength: 3 }),
  tokenizer: fc.constantFrom(createEstimator(), charTokenizer),
  share: fc.double({ min: 0.02, max: 1.05, noNaN: true }),
})

/** Sizes of layers that differ from their defaults. */
export type Sizes = Readonly<Record<string, NonNullable<Layer['budget']>>>

/** The layers of a whole build. */
function layersOf({ entries, skills, docs, hints, cut, maxMessages }: Whole, sizes: Sizes = {}): readonly Layer[] {
  const first = defineLayer('hints', {
    order: 150,
    priority: 5,
    load: () => hints.map((content, index) => ({ id: `h${index}`, content })),
  })
  const layers = [
    ...standardLayers({
      system: { prompt: 'You are Kim, a careful gardener.' },
      memory: { source: { entries: () => ({ entries }) } },
      skills: { source: { skills: () => ({ skills }) }, listing: 'list' },
      tools: { source: docs },
      history: { cut, maxMessages },
    }),
    first,
  ]
  return layers.map((layer) => {
    const { spec: _, name, ...definition } = layer
    const budget = sizes[name]
    return budget ? defineLayer(name, { ...definition, budget }) : layer
  })
}

/** Builds with a window; returns `undefined` if the pinned fragments do not fit. */
export async function buildWhole(
  whole: Whole,
  window: number,
  session: Session | readonly Message[] = whole.knowsSizes ? createSession(whole.messages) : whole.messages,
  sizes: Sizes = {},
): Promise<Context | undefined> {
  const builder = createContext().tokenizer(whole.tokenizer).use(layersOf(whole, sizes)).budget({ window, reserve })
  try {
    return await builder.build({ scope, session, ...(whole.text === undefined ? {} : { message: whole.text }) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

/** Returns the tokens of everything, and a window that is a share of them. */
export async function sizesOf(whole: Whole): Promise<{ readonly full: number; readonly window: number }> {
  const context = await buildWhole(whole, 100_000_000)
  const full = (context?.report.tokens.total ?? 0) + reserve
  return { full, window: Math.max(reserve + 1, Math.round(full * whole.share)) }
}

/**
 * Returns the size of each fragment in a context: its tokens, or 0 if it was dropped or never offered. Whole fragments
 * have `Infinity`.
 */
export function kept({ messages: session }: Whole, { report, messages }: Context): (name: string) => number {
  const known = new Map<string, number>()
  for (const { layer, fragment, tokensAfter } of report.rows) known.set(`${layer}/${fragment}`, tokensAfter)
  const positions = new Set(messages.map((message) => session.indexOf(message)))
  return (name) => {
    const [layer, id = ''] = name.split('/')
    const row = known.get(name)
    if (row !== undefined) return row
    if (layer !== 'history') return Number.POSITIVE_INFINITY
    return positions.has(Number(id.slice(1))) ? Number.POSITIVE_INFINITY : 0
  }
}

/**
 * Returns the additional tokens that a shortened or dropped fragment would take in its next longer form, with its
 * heading.
 */
export async function stepsBack(whole: Whole, { report }: Context): Promise<(row: ReportRow) => number> {
  const forms = new Map<string, readonly number[]>()
  const { count } = whole.tokenizer
  for (const layer of layersOf(whole)) {
    if (layer.placement !== 'system') continue
    const { fragments } = await load(layer, { scope })
    const isGone = report.layers[layer.name]?.got === 0
    for (const fragment of fragments) {
      const { id, content, shorter = [] } = fragment
      const rungs = [content, ...shorter].map((one, rung) =>
        count(isGone ? compose(layer, [fragment], rung) : String(one)),
      )
      forms.set(
        `${layer.name}/${id}`,
        rungs.toSorted((a, b) => a - b),
      )
    }
  }
  return ({ layer, fragment, tokensAfter }) => {
    const longer = forms.get(`${layer}/${fragment}`)?.find((tokens) => tokens > tokensAfter)
    return (longer ?? Number.POSITIVE_INFINITY) - tokensAfter
  }
}

/**
 * Returns the most tokens that the history can have lost in its last step: those of a page, a message with the calls that it
 * answers, and the message that opened its turn. 0 if it lost nothing.
 */
export function largestStep({ cut }: Whole, { report }: Context): number {
  const lost = new Map<number, number>()
  for (const { layer, fragment, tokensBefore, tokensAfter } of report.rows)
    if (layer === 'history') lost.set(Number(fragment.slice(1)), tokensBefore - tokensAfter)
  const sizes = [...lost.values()]
  if (cut === 'pages') return sizes.reduce((sum, size) => sum + size, 0)
  return (
    Math.max(0, ...[...lost].map(([position, size]) => size + (lost.get(position - 1) ?? 0))) + Math.max(0, ...sizes)
  )
}
