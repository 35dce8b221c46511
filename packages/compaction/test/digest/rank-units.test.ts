import { describe, expect, it } from 'vitest'
import { rankUnits } from '../../src/digest/rank-units.ts'
import type { Speaker, Unit } from '../../src/digest/units.ts'

const unit = (by: Speaker, position: number, text: string): Unit => {
  return { position, first: position, by, text, order: position, isOpen: false }
}

/** Returns how much the last sentence counts: the newest, so that its age takes nothing off. */
const weightOfLast = (said: readonly Unit[], since = 0): number | undefined =>
  rankUnits(said, { older: [], since, count: ({ length }) => length }).units.at(-1)?.worth

const plan = (at: number): string =>
  `Sow herb${at} beside pond${at} before frost${at}, and mulch bed${at} with straw${at}.`
const asked = Array.from({ length: 60 }, (_, at) => unit('user', 2 * at, plan(at)))
const answer = (at: number, text: string): Unit => unit('assistant', 2 * at + 1, text)
const byPosition = (one: Unit, other: Unit): number => one.position - other.position

describe('rankUnits', () => {
  it.each([
    ['half of what it answers', plan, 0.2],
    ['little of it', (at: number) => `That is a good idea for the ${at}th garden.`, 0.5],
  ])('weighs a model that repeats %s, although only the newest of its answers are read', (_, text, weight) => {
    const read = [...asked, ...Array.from({ length: 10 }, (_, at) => answer(50 + at, text(50 + at)))]
    expect(weightOfLast(read.sort(byPosition))).toBe(weight)
  })

  it('does not judge a model by messages of which only some sentences are left', () => {
    const left = asked.slice(0, 20).flatMap((one, at) => [one, answer(at, 'That is a good idea.')])
    const now = asked.slice(20, 40).flatMap((one, at) => [one, answer(20 + at, plan(20 + at))])
    expect([weightOfLast([...left, ...now], 40), weightOfLast([...now, ...left.map(later)], 80)]).toEqual([0.2, 0.5])
  })
})

function later(one: Unit): Unit {
  return { ...one, position: one.position + 80, order: one.order + 80 }
}
