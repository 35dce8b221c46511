import type { Summarize } from '@lamella/compaction'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Behaviour,
  behaviours,
  cause,
  conversation,
  expectIntact,
  expectUsable,
  patienceWith,
  scope,
  shown,
  summariesOf,
  type TurnSample,
  turns,
} from '../../../compaction/test/session/support.ts'
import { createCompactor } from '../../src/compaction/compactor.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 125)
const kinds = Object.keys(behaviours) as Behaviour[]

/** Failures other than those of the summarizer. */
type Trouble = 'none' | 'store' | 'append' | 'compact' | 'lost answer'

interface Round {
  readonly turns: readonly TurnSample[]
  readonly kind: Behaviour
  readonly trouble: Trouble
  readonly keepRecent: number
  readonly window: number
}

const round: fc.Arbitrary<Round> = fc.record({
  turns,
  kind: fc.constantFrom<Behaviour>('good', 'late', 'orders', ...kinds),
  trouble: fc.constantFrom<Trouble>('none', 'none', 'none', 'store', 'append', 'compact', 'lost answer'),
  keepRecent: fc.integer({ min: 0, max: 10 }),
  window: fc.constantFrom(300, 4_000, 64_000),
})

const usual: Round = {
  turns: Array.from({ length: 9 }, (): TurnSample => ({ size: 200, calls: [], end: 'answer' })),
  ...{ kind: 'good', trouble: 'none', keepRecent: 0, window: 64_000 },
}

/** A session for everything that a compaction can come to, since generated ones may miss some. */
const constructed: Readonly<Record<string, Partial<Round>>> = {
  compacted: {},
  'nothing to do': { turns: [] },
  threw: { kind: 'throws' },
  empty: { kind: 'empty' },
  'too-long': { kind: 'more' },
  timeout: { kind: 'hangs' },
  conflict: { trouble: 'compact' },
  'not-kept': { trouble: 'store' },
}

/** A store that fails as configured; concurrent changes happen when the summarizer is called. */
function troubled(store: Required<Pick<SessionStore, 'compactions'>> & SessionStore, trouble: Trouble): SessionStore {
  return {
    ...store,
    compactions: {
      ...store.compactions,
      add: async (...given) => {
        if (trouble === 'store') throw cause
        const kept = await store.compactions.add(...given)
        if (trouble === 'lost answer') throw cause
        return kept
      },
    },
  }
}

describe('compaction with random failures', () => {
  it(`leaves the history intact and the session usable, and reports each failure once, in ${numRuns} generated sessions`, async () => {
    const seen = new Set<string>()
    const compact = createCompactor()
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 2 }), async (rounds) => {
        const store = createSessionStore()
        const messages = []
        for (const [number, { turns: samples, kind, trouble, keepRecent, window }] of rounds.entries()) {
          const more = conversation(samples, number * 100)
          await store.append(scope, 's', more)
          messages.push(...more)
          const before = await shown(store, 's')
          const revision = (await store.info(scope, 's'))?.revision ?? 0
          let calls = 0
          const summarize: Summarize = async (request) => {
            if (++calls === 1 && trouble === 'append') {
              await store.append(scope, 's', [{ role: 'user', content: 'Meanwhile.' }])
              messages.push({ role: 'user', content: 'Meanwhile.' } as const)
            }
            if (calls === 1 && trouble === 'compact') {
              await store.compactions.add(scope, 's', { start: 0, end: 1, text: 'Meanwhile.' })
            }
            return behaviours[kind](request)
          }
          const result = await compact({
            store: troubled(store, trouble),
            scope,
            session: 's',
            summarize,
            keepRecent,
            window: window,
            tokenizer: charTokenizer,
            timeout: patienceWith(kind),
          })

          const after = await shown(store, 's')
          expect(JSON.stringify(after)).not.toContain(cause.message)
          for (const one of summariesOf(after)) expect(one.role).toBe('user')
          expect(result.messagesBefore).toBe(before.length)
          const told = result.failed.filter((one) => one.cause === cause).length
          if (result.compacted) {
            seen.add('compacted')
            expect(result).toMatchObject({ failed: [] })
            expect(result.why).toBeUndefined()
            expect(result.tokensAfter).toBeLessThan(result.tokensBefore)
            expect(after.length).toBe(result.messagesAfter + (trouble === 'append' && calls > 0 ? 1 : 0))
            expect(summariesOf(after)).toHaveLength(1)
          } else {
            expect(result).toMatchObject({ replaced: [], messagesAfter: before.length })
            expect(result.tokensAfter).toBe(result.tokensBefore)
            expect(result.why).toMatch(/\.$/)
            expect(result.failed.length).toBeLessThanOrEqual(1)
            seen.add(result.failed[0]?.reason ?? 'nothing to do')
            if (['none', 'store'].includes(trouble) || calls === 0) {
              expect(after).toEqual(before)
              expect(await store.info(scope, 's')).toEqual(revision ? expect.objectContaining({ revision }) : undefined)
            }
          }
          const reason = result.failed[0]?.reason
          expect(told).toBe(reason === 'threw' || (reason === 'not-kept' && trouble !== 'compact') ? 1 : 0)
        }
        await expectIntact(store, 's', messages)
        await expectUsable(store, 's')
      }),
      { numRuns, examples: Object.values(constructed).map((one) => [[{ ...usual, ...one }]]) },
    )
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(constructed)))
  })
})
