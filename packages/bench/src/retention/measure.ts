import { createEstimator } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { type Fact, measureRetention, type Outcome, shareOf } from '@lamella/testkit/retention'
import { countingOnce, remembering } from '../prefix/counting.ts'
import { type Format, formats } from '../prefix/formats.ts'
import { readKinds, sessionsOf } from './conversations.ts'
import { costOf } from './cost.ts'
import type { Measured, Task } from './measured.ts'
import { compared } from './strategies.ts'
import { extracted } from './summaries.ts'

const seeds = [1, 2, 3, 4, 5] as const

/** A session is longer than its window by this factor. */
const length = 2.5

/** At least so many sessions are played with each seed, if there are as many. */
const minSessions = 6

const [format] = formats as readonly [Format]

/** Plays one strategy in one window: its facts with each seed, and what it costs with one session of each kind. */
export async function measure({ strategy: at, window, part }: Task): Promise<Measured> {
  const { name, isOwn, strategy } = compared[at] as (typeof compared)[number]
  const tokenizer = createEstimator()
  const counter = countingOnce(createCounter(tokenizer, format.framing))
  const kinds = readKinds(part)
  const outcomes: Outcome[] = []
  const wording = part === 'chosen' ? 'first' : 'second'
  const options = { window, counter, summarize: extracted, wording, every: 1 / 8 } as const
  for (const seed of seeds) {
    const sessions = sessionsOf(kinds, { tokens: length * window, seed, counter })
    // Where there are many, each seed plays a part of them, and others than the seed before.
    const parts = Math.max(1, Math.floor(sessions.length / minSessions))
    const own = sessions.filter((_, index) => index % parts === seed % parts)
    const made = await measureRetention(strategy, own, { ...options, seeds: [seed] })
    // Sessions of different seeds are different ones.
    outcomes.push(...made.map((one) => ({ ...one, conversation: seed * 1_000 + one.conversation })))
  }
  const planted = outcomes.filter(({ fact }) => fact.place !== 'memory')
  const given = planted.filter(({ summarized }) => summarized)
  const cost = await costOf(strategy, kinds, {
    window,
    counter,
    format,
    count: remembering((text) => tokenizer.count(text)),
  })
  return {
    name,
    isOwn,
    window,
    part,
    kept: shareOf(outcomes, 'kept'),
    reachable: shareOf(outcomes, 'reachable'),
    lost: shareOf(outcomes, 'lost'),
    outdated: shareOf(outcomes, 'outdated'),
    known: shareOf(outcomes, 'kept', 'reachable'),
    byKind: keptBy(outcomes, ({ kind }) => kind),
    byPlace: keptBy(outcomes, ({ place }) => place),
    summarized: { given: given.length / planted.length, kept: shareOf(given, 'kept').share },
    ...cost,
  }
}

function keptBy(outcomes: readonly Outcome[], of: (fact: Fact) => string): Readonly<Record<string, number>> {
  const groups = new Map<string, { kept: number; of: number }>()
  for (const { fact, verdict } of outcomes) {
    const group = groups.get(of(fact)) ?? { kept: 0, of: 0 }
    groups.set(of(fact), group)
    group.of++
    if (verdict === 'kept') group.kept++
  }
  return Object.fromEntries([...groups].map(([name, { kept, of: all }]) => [name, kept / all]))
}
