import { type ContextAssembler, createContextAssembler } from '@lamella/assembler'
import { type Summarize, summaryStrategy } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import type { CompactionAnswer, CompactionStrategy } from '@lamella/core/plugin'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Behaviour,
  behaviours,
  conversation,
  expectIntact,
  patienceWith,
  scope,
  type TurnSample,
  turns,
} from '../../../compaction/test/session/support.ts'
import { expectShown } from './expect-shown.ts'

// 5,000 sessions: LAMELLA_COMPACTIONS=5000.
const numRuns = Number(process.env['LAMELLA_COMPACTIONS'] ?? 30)

const kinds = Object.keys(behaviours) as Behaviour[]

/** Ways in which a strategy of a provider can behave, beyond those of a summarizer. */
const natives = {
  native: () => ({ text: 'They spoke.', native: { format: 'anthropic', content: { type: 'compaction' } } }),
  foreign: () => ({ text: 'They spoke.', native: { format: 'openai-responses', content: [{ encrypted: 'c2ln' }] } }),
  opaque: () => ({ text: 'Not for you.', native: { format: 'openai-responses', content: [{}], opaque: true } }),
  unknown: () => ({ text: 'They spoke.', native: { format: 'none', content: null } }),
  broken: () => ({ text: 'They spoke.', native: { format: 'anthropic' } }),
  alone: () => ({ native: { format: 'anthropic', content: {} } }),
  text: () => 'They spoke.',
  refused: () => Promise.reject(Object.assign(new Error('400'), { status: 400 })),
} as const

type Native = keyof typeof natives

function strategyOf(kind: Behaviour | Native, index: number): CompactionStrategy {
  const name = `${index} ${kind}`
  if (kind in natives) {
    return { name, compact: async () => (await natives[kind as Native]()) as CompactionAnswer }
  }
  const summarize: Summarize = behaviours[kind as Behaviour]
  if (index % 2 === 0)
    return { ...summaryStrategy(summarize, { timeout: patienceWith(kind), tokenizer: charTokenizer }), name }
  const ask = async ({ messages, previous, maxOutputTokens, signal }: Parameters<CompactionStrategy['compact']>[0]) => {
    const text = JSON.stringify(messages)
    return { text: await summarize({ text, messages, ...(previous && { previous }), maxOutputTokens, signal }) }
  }
  return { name, compact: ask, ...(index === 3 && { supports: () => false }) }
}

type Step =
  | { readonly does: 'speak'; readonly turns: readonly TurnSample[] }
  | { readonly does: 'assemble' | 'compact' | 'idle'; readonly by: 0 | 1 }
  | { readonly does: 'compact both' }

const by = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('speak' as const), turns }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('assemble' as const), by }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('compact' as const), by }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('idle' as const), by }) },
  { weight: 1, arbitrary: fc.constant({ does: 'compact both' as const }) },
)
const worker = fc.record({
  kinds: fc.array(
    fc.constantFrom<Behaviour | Native>('good', 'late', ...kinds, ...(Object.keys(natives) as Native[])),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  mode: fc.constantFrom('asked' as const, 'background' as const),
})
const plays = fc.record({
  processes: fc.tuple(worker, worker),
  arrange: fc.constantFrom('run' as const, 'run' as const, 'classic' as const),
  window: fc.constantFrom(500, 3_000, 8_000, 30_000),
  keepRecent: fc.constantFrom(undefined, 0, 4),
  steps: fc.array(step, { minLength: 4, maxLength: 24 }),
})

type Play = typeof plays extends fc.Arbitrary<infer Value> ? Value : never

/** Plays a session, checks it at each step and at its end, and returns what occurred. */
async function play({ processes, arrange, window, keepRecent, steps }: Play): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const store = createSessionStore()
  const assemblers = processes.map(({ kinds: own, mode }) =>
    createContextAssembler(
      { sessionStore: store, scope, compaction: own.map(strategyOf), now: () => new Date(0) },
      {
        model: 'any',
        tokenizer: charTokenizer,
        arrange,
        compaction: {
          mode,
          timeout: Math.min(...own.map(patienceWith)),
          ...(keepRecent !== undefined && { keepRecent }),
        },
      },
    ),
  )
  const at = (index: 0 | 1): ContextAssembler => assemblers[index] as ContextAssembler
  const names = (index: 0 | 1): readonly string[] => processes[index].kinds.map((kind, place) => `${place} ${kind}`)
  const said: Message[] = []
  const sent = new Set<string>()
  const compact = async (index: 0 | 1): Promise<void> => {
    const result = await at(index).compact('s')
    seen.add(result.compacted ? 'compacted' : (result.failed[0]?.reason ?? 'nothing to do'))
    const tried = result.tried.map(({ name }) => name)
    // Twice, where the session begins with a summary that only a provider can read.
    const order = [...names(index), ...names(index)]
    expect(order.slice(0, tried.length)).toEqual(tried)
    if (result.compacted) expect(result.strategy).toBe(order[tried.length])
    for (const { reason, cause: why } of result.tried) {
      seen.add(`tried ${reason}`)
      if (reason === 'threw') expect(why).toBeInstanceOf(Error)
    }
  }
  for (const one of steps) {
    if (one.does === 'speak') {
      const more = conversation(one.turns, said.length)
      await store.append(scope, 's', more)
      said.push(...more)
    } else if (one.does === 'assemble') {
      const { mode } = processes[one.by]
      seen.add(
        await expectShown(store, mode, sent, () => at(one.by).assemble('s', undefined, { window, reserve: 300 })),
      )
    } else if (one.does === 'compact both') await Promise.all([compact(0), compact(1)])
    else if (one.does === 'idle') await at(one.by).idle()
    else await compact(one.by)
  }
  await Promise.all(assemblers.map((assembler) => assembler.close()))
  await expectIntact(store, 's', said)
  return seen
}

const speak: Step = {
  does: 'speak',
  turns: Array.from({ length: 12 }, (): TurnSample => ({ size: 200, calls: [], end: 'answer' })),
}
const [assemble, compactFirst, compactSecond]: readonly [Step, Step, Step] = [
  { does: 'assemble', by: 0 },
  { does: 'compact', by: 0 },
  { does: 'compact', by: 1 },
]
type Constructed = Partial<Play> & { readonly kinds?: Play['processes'][0]['kinds'] }
const tries = (...failing: Play['processes'][0]['kinds']): Constructed => ({ kinds: [...failing, 'good'] })

/** A session for everything that a compaction and a request can come to, since generated ones may miss some. */
const constructed: Readonly<Record<string, Constructed>> = {
  compacted: {},
  shown: { steps: [speak, compactFirst, assemble] },
  none: { steps: [speak, assemble] },
  overflow: { steps: [speak, assemble], window: 500 },
  held: {
    arrange: 'run',
    processes: [
      { kinds: ['good'], mode: 'background' },
      { kinds: ['good'], mode: 'background' },
    ],
    steps: [speak, assemble, compactFirst, assemble],
  },
  conflict: { kinds: ['late'], steps: [speak, { does: 'compact both' }] },
  opaque: { kinds: ['opaque'], steps: [speak, compactFirst, assemble] },
  'tried threw': tries('throws'),
  'tried timeout': tries('hangs'),
  'tried empty': tries('empty'),
  'tried invalid': tries('broken'),
  'tried too-long': tries('more'),
  'tried unsupported': tries('throws', 'throws', 'throws'),
  'tried unreadable': {
    processes: [
      { kinds: ['opaque'], mode: 'asked' },
      { kinds: ['good'], mode: 'asked' },
    ],
    steps: [speak, compactFirst, speak, compactSecond],
  },
}

describe('compaction by strategies that fail, lie and compete', () => {
  it(`loses nothing: history, summaries and valid requests, in ${numRuns} generated sessions`, async () => {
    await fc.assert(
      fc.asyncProperty(plays, async (one) => void (await play(one))),
      { numRuns },
    )
  })

  it.each(Object.entries(constructed))('loses nothing in a session that comes to: %s', async (what, given) => {
    const { kinds: own = ['good'], ...rest } = given
    const worker = { kinds: own, mode: 'asked' as const }
    const base: Play = {
      ...{ processes: [worker, worker], arrange: 'run', window: 30_000, keepRecent: 0 },
      steps: [speak, compactFirst],
    }
    expect(await play({ ...base, ...rest })).toContain(what)
  })
})
