import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from '../stores/codes.ts'
import type { StoreBench } from '../stores/options.ts'
import type { SessionRule } from './options.ts'
import { linesOf, say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const other = { tenant: 'acme', user: 'bob' }
const day = (number: number): string => `2026-05-${number}T08:00:00.125Z`

/** Appends with the day of each message, 0 for none: out of order, as with real clocks. */
const appends = [
  [0, 0],
  [0, 13, 0, 11, 0],
  [12, 15],
  [0, 14],
  [16, 0],
] as const

async function fill(store: SessionStore): Promise<void> {
  for (const days of appends) {
    const at = days.map((number) => (number === 0 ? undefined : new Date(day(number))))
    await store.append(
      other,
      's',
      days.map((number) => say(`day ${number}`)),
      { at },
    )
  }
}

/** Messages that are added together, each with its own time. */
async function timesOfEach(store: SessionStore, bench: StoreBench<SessionStore>): Promise<void> {
  await fill(store)
  const wanted = appends.flat().map((number) => (number === 0 ? undefined : day(number)))
  const seen = (await store.read(other, 's', 0, 99)).map(({ at }) => at)
  mustEqual(bench, seen, wanted)
  const { createdAt, updatedAt, revision } = (await store.info(other, 's')) ?? {}
  const info = { createdAt: day(13), updatedAt: day(16), revision: appends.length }
  mustEqual(bench, { createdAt, updatedAt, revision }, info)
  if (store.transfer) {
    const model = createSessionStore()
    await fill(model)
    const lines = await linesOf(model.transfer.export(other, 's'))
    mustEqual(bench, await linesOf(store.transfer.export(other, 's')), lines)
  }
  const now = new Date(day(17))
  for (const at of [[], [now], [now, now, now], [now, null], [now, day(18)], [now, new Date(Number.NaN)]]) {
    const append = (): unknown => store.append(other, 's', [say('a'), say('b')], { at: at as Date[] })
    await mustEndWith(bench, 'STORE_VALUE_INVALID', `the times ${show(at)} of two messages`, append)
  }
}

/** Rules for times. */
export const timeRules: readonly SessionRule[] = [
  {
    code: 'SESSION_TIMES',
    name: 'records when messages arrived, one time each or one for all, and when a session was created and changed',
    contract: ['ChangeOptions.at', 'When it happened. Stores read no clock: without it there is no time.'],
    check: async (store, bench) => {
      const [early, late] = ['2026-05-12T08:00:00.000Z', '2026-05-13T09:30:00.125Z']
      const append = (at?: string): Promise<unknown> =>
        store.append(scope, 's', [say('a')], at === undefined ? {} : { at: new Date(at) })
      const timesOf = async (): Promise<readonly unknown[]> => {
        const { createdAt, updatedAt } = (await store.info(scope, 's')) ?? {}
        return [createdAt, updatedAt]
      }
      const expectTimes = async (...wanted: readonly unknown[]): Promise<void> => {
        mustEqual(bench, await timesOf(), wanted, `created and changed at ${show(wanted)}`)
      }
      await append()
      await expectTimes(undefined, undefined)
      await append(early)
      await expectTimes(early, early)
      await append(late)
      await expectTimes(early, late)
      await append()
      await expectTimes(early, late)
      const times = (await store.read(scope, 's', 0, 9)).map(({ at }) => at)
      mustEqual(bench, times, [undefined, early, late, undefined], 'the time of each message')
      for (const at of [new Date(Number.NaN), '2026-05-12', 0]) {
        const options = { at: at as Date }
        const call = (): unknown => store.append(scope, 's', [say('a')], options)
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `the time ${show(String(at))}`, call)
      }
      await timesOfEach(store, bench)
    },
  },
]
