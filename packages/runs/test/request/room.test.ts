import { defineLayer, type Fragment, type Layer, oldestFirst } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { start } from '../../../core/test/support/layers.ts'
import { calls, converse, cutOf, history, question, result, talk, texts, user } from '../support/runs.ts'

/** A layer of the system prompt of that many tokens, which gives way after the history. */
const notes = (tokens: number, more: Partial<Fragment> = {}): Layer<'notes'> =>
  defineLayer('notes', {
    order: 1,
    priority: 20,
    stability: 'static',
    load: () => [{ id: 'notes', content: 'n'.repeat(tokens), ...more }],
  })

/** Asks turns of 42 tokens (question and answer have 19 characters and 2 of framing each) until a cut. */
async function untilCut(talking: ReturnType<typeof converse>) {
  for (let turn = 10; turn < 99; turn++) {
    const context = await talking.turn(`The question no. ${turn}`, `The answer with ${turn}.`)
    if (cutOf(context)) return context
  }
  throw new Error('no cut')
}

describe('a cut for room', () => {
  it.each([
    [undefined, 0.5],
    [0.3, 0.3],
    [0.8, 0.8],
    [1, 1],
  ])('with keep %s goes down to that share of the budget, and not a turn further', async (keep, share) => {
    const context = await untilCut(converse(talk(1_010, keep)))
    expect(cutOf(context)).toBe('window')
    expect(context.report.tokens.total).toBeLessThanOrEqual(share * 1_000)
    expect(context.report.tokens.total).toBeGreaterThan(share * 1_000 - 42)
  })

  it('comes about as often as the share says', async () => {
    const cuts = async (keep: number): Promise<number> => {
      const talking = converse(talk(1_010, keep))
      for (let turn = 10; turn < 90; turn++) await talking.turn(`The question no. ${turn}`, `The answer with ${turn}.`)
      return (talking.run?.epoch ?? 1) - 1
    }
    // 80 turns of 42 tokens; each cut gives 500 or 200 of them back.
    expect(await cuts(0.5)).toBeLessThanOrEqual(6)
    expect(await cuts(0.8)).toBeGreaterThanOrEqual(9)
  })

  it('takes only from the session, whatever the priorities', async () => {
    for (const more of [{}, { shorter: ['n'] }]) {
      const context = await untilCut(converse(talk(1_010).use(notes(300, more))))
      expect(context.system[0]?.content).toHaveLength(300)
      expect(context.report.tokens.total).toBeLessThanOrEqual(500)
    }
  })

  it('keeps room for one turn of the session if everything else is larger than the share', async () => {
    const talking = converse(talk(1_010).use(notes(700)))
    // Turns of 122, 22 and 22 tokens without their questions: on average 56.
    for (const length of [120, 20, 20]) await talking.turn('Why?', 'a'.repeat(length))
    const context = await talking.ask('And?')
    expect(cutOf(context)).toBe('window')
    expect(context.system[0]?.content).toHaveLength(700)
    // 3 for the request, 2 for the system message, the question.
    const others = 3 + 2 + 700 + 6
    expect(context.report.tokens.total).toBeLessThanOrEqual(others + 56)
    expect(context.report.tokens.total).toBeGreaterThan(others)
  })

  it('keeps what is pinned in the session even if that is larger than the share', async () => {
    const pinning = history({
      load: async ({ session, run }) => {
        const all = await session.read(0, session.length, { signal: new AbortController().signal })
        return all
          .map((message, position) => ({
            id: `m${position}`,
            content: [message],
            position,
            rank: position,
            pinned: position < 20,
          }))
          .filter(({ position }) => !run?.kept || position < 20 || position >= (run.kept.at(-1)?.[0] ?? 0))
      },
    })
    const talking = converse(start().use([pinning, question]).budget({ window: 1_010, reserve: 10, keep: 0.1 }))
    const context = await untilCut(talking)
    expect(texts(context).slice(0, 20)).toEqual(talking.session.slice(0, 20).map(({ content }) => content))
    expect(talking.run?.kept[0]).toEqual([0, 20])
    expect(cutOf(await talking.turn('After'))).toBeUndefined()
  })

  it('drops the last exchange before anything that is not in the session', async () => {
    const lastly = history({ truncation: oldestFirst({ newestPriority: 90 }) })
    const talking = converse(
      start()
        .use([lastly, question, notes(300)])
        .budget({ window: 1_010, reserve: 10 }),
    )
    for (const letter of ['a', 'b', 'c']) await talking.turn(`What is ${letter}?`, letter.repeat(200))
    const fourth = await talking.turn('What is d?', 'd'.repeat(200))
    expect([cutOf(fourth), fourth.report.tokens.total <= 500]).toEqual(['window', true])
    await talking.turn('What is e?', 'e'.repeat(400))
    const sixth = await talking.ask('What is f?')
    expect([cutOf(sixth), sixth.report.tokens.total <= 500]).toEqual(['window', true])
    expect(sixth.system[0]?.content).toHaveLength(300)
    expect(texts(sixth)).toEqual(['What is f?'])
  })
})

describe('before a question', () => {
  it('the cut comes early if the largest of the recent turns would not fit', async () => {
    const talking = converse(talk(1_010))
    // A turn of 402 tokens without its question.
    await talking.turn('Long?', 'a'.repeat(400))
    await talking.turn('Short?', 'b'.repeat(250))
    const third = await talking.ask('Third?')
    // 3 + 7 + 402 + 8 + 252 + 8 = 680: there is room for the question, and not for another such turn.
    expect(cutOf(third)).toBe('window')
    expect(third.report.tokens.total).toBeLessThanOrEqual(500)
  })

  it('the cut does not come if the room is enough', async () => {
    const talking = converse(talk(1_010))
    await talking.turn('Long?', 'a'.repeat(400))
    await talking.turn('Short?', 'b'.repeat(10))
    expect(cutOf(await talking.ask('Third?'))).toBeUndefined()
  })

  it('a turn counts as recent for four turns', async () => {
    const talking = converse(talk(2_010))
    await talking.turn('Long?', 'a'.repeat(900))
    for (let turn = 0; turn < 4; turn++) await talking.turn(`Short ${turn}?`, 'b'.repeat(60))
    // 2,000 - 1,200 are less than the turn of 902, but that was long ago.
    expect(cutOf(await talking.turn('Short?', 'b'.repeat(60)))).toBeUndefined()
    expect(cutOf(await talking.ask('Short?'))).toBeUndefined()
  })

  it('no cut comes early where it would free little', async () => {
    const asked = async (others: number, answer: number) => {
      const talking = converse(talk(1_010).use(notes(others)))
      await talking.turn('Long?', 'a'.repeat(answer))
      return cutOf(await talking.ask('Next?'))
    }
    // The share is 500. 19 + 502 + 502 do not fit, but 521 are less than a quarter above the share.
    expect(await asked(0, 500)).toBeUndefined()
    expect(await asked(0, 650)).toBe('window')
    // 21 + 680 + 152 + 152 do not fit, but 853 are less than a quarter above the 685 that no cut takes.
    expect(await asked(680, 150)).toBeUndefined()
    expect(await asked(600, 200)).toBe('window')
  })

  it('is not cut in the middle of a turn for a turn that might come', async () => {
    const talking = converse(talk(1_010))
    await talking.turn('Long?', calls('c1'))
    talking.add(result('c1', 'r'.repeat(640)))
    const next = await talking.ask(undefined)
    talking.add(calls('c2'), result('c2', 's'.repeat(100)))
    expect([cutOf(next), cutOf(await talking.ask(undefined))]).toEqual([undefined, undefined])
  })
})

describe('in the middle of a turn', () => {
  it('a cut keeps calls with their results, and the question if it is pinned', async () => {
    const pinning = history({
      load: async ({ session, run, message }) => {
        const all = await session.read(0, session.length, { signal: new AbortController().signal })
        const asked = message ? -1 : all.findLastIndex(({ role }) => role === 'user')
        return all
          .map((one, position) => ({
            id: `m${position}`,
            content: [one],
            position,
            rank: position,
            pinned: position === asked,
          }))
          .filter(
            ({ position }) =>
              !run?.kept ||
              run.kept.some(([from, to]) => from <= position && position < to) ||
              position >= (run.kept.at(-1)?.[1] ?? 0),
          )
      },
    })
    const talking = converse(start().use([pinning, question]).budget({ window: 510, reserve: 10 }))
    await talking.ask('The question.')
    talking.add(user('The question.'))
    const reasons: unknown[] = []
    for (let round = 0; round < 20; round++) {
      talking.add(calls(`c${round}`), result(`c${round}`, 'r'.repeat(60)))
      const context = await talking.ask(undefined)
      reasons.push(cutOf(context))
      const [first, ...others] = texts(context)
      expect(first).toBe('The question.')
      expect(others.length % 2).toBe(0)
      expect(others.at(-1)).toContain(`c${round}`)
    }
    expect(reasons.filter((reason) => reason === 'window').length).toBeGreaterThan(1)
    expect(reasons.filter((reason) => reason === undefined).length).toBeGreaterThan(10)
  })
})

describe('the state', () => {
  it('is bounded by the window, not by the session', async () => {
    let text = 'x'
    const clock = defineLayer('clock', { order: 1, stability: 'turn', load: () => text })
    const talking = converse(talk(2_010).use(clock))
    let [most, late] = [0, 0]
    for (let turn = 0; turn < 1_000; turn++) {
      text = `Minute ${turn}`
      const context = await talking.turn(`Question ${turn}.`, turn % 7 === 0 ? calls(`c${turn}`) : `Answer ${turn}.`)
      const size = JSON.stringify(context.run).length
      most = Math.max(most, size)
      if (turn > 900) late = Math.max(late, size)
    }
    // 2,000 characters of a window hold at most 60 such turns, each with two marks and an update.
    expect(most).toBeLessThan(25_000)
    expect(late).toBeLessThanOrEqual(most)
    expect(talking.run?.epoch).toBeGreaterThan(10)
  })

  it('does not grow with questions that are asked again and again', async () => {
    let text = 'x'
    const clock = defineLayer('clock', { order: 1, stability: 'turn', load: () => text })
    const talking = converse(talk(2_010).use(clock))
    for (let turn = 0; turn < 5; turn++) await talking.turn(`Question ${turn}.`)
    const sizes: number[] = []
    for (let attempt = 0; attempt < 60; attempt++) {
      text = `Minute ${attempt + 10}`
      const context = await talking.ask(`Attempt ${attempt + 10}`)
      sizes.push(JSON.stringify(context.run).length)
      expect(texts(context)).toHaveLength(12)
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[0] ?? 0) + 20)
  })

  it('does not grow with edits of the same place', async () => {
    const talking = converse(talk(2_010))
    for (let turn = 0; turn < 5; turn++) await talking.turn(`Question ${turn}.`)
    const begun = talking.session
    const sizes: number[] = []
    for (let edit = 0; edit < 30; edit++) {
      talking.become([...begun.slice(0, 6), user(`Edited ${edit + 10}`), ...begun.slice(7)])
      sizes.push(JSON.stringify((await talking.ask('Next')).run).length)
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[0] ?? 0) + 20)
    expect(talking.run?.stale).toEqual([[6, 10]])
  })
})
