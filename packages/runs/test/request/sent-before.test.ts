import { defineLayer, type LayerRequest, type Message } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { extend } from '@lamella/runs'
import { createSession } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { start } from '../../../core/test/support/layers.ts'
import { assistant, converse, cutOf, history, question, user } from '../support/runs.ts'

/** A history that notes what it gets of the run, and drops its oldest messages first. */
function noting() {
  const seen: LayerRequest['run'][] = []
  const { spec: _, name, ...definition } = history()
  const layer = defineLayer(name, {
    ...definition,
    load: (request) => {
      seen.push(request.run)
      return history().load(request)
    },
  })
  const builder = start().use([layer, question]).budget({ window: 500, reserve: 10 })
  return { seen, talking: converse(builder) }
}

describe('what a layer learns of the epoch before', () => {
  it('is what it sent, in closed ranges, when a new epoch begins for room', async () => {
    const { seen, talking } = noting()
    let kept = talking.run?.kept
    let [cuts, turn] = [0, 10]
    while (cuts < 2) {
      kept = talking.run?.kept
      const last = talking.run?.marks.at(-1)?.at ?? 0
      const context = await talking.turn(`The question no. ${turn}`, `The answer with ${turn++}.`)
      if (cutOf(context) === undefined) {
        expect(seen.at(-1)?.before).toBeUndefined()
        continue
      }
      cuts++
      const open = kept?.at(-1)?.[0] ?? 0
      const ranges = [...(kept ?? []).slice(0, -1), [open, last]]
      // The last question was part of the request; its answer was not.
      expect(seen.at(-1)).toMatchObject({ kept: undefined, before: ranges })
      expect(last).toBe(talking.session.length - 3)
    }
  })

  it('is nothing if a summary has moved the positions, or if there was no epoch', async () => {
    const { seen, talking } = noting()
    await talking.turn('One?')
    await talking.turn('Two?')
    const summarized: readonly Message[] = [
      summaryMessage({ start: 0, end: 2, text: 'One.' }),
      user('Two?'),
      assistant('Yes.'),
    ]
    const context = await talking.ask('Three?', { session: createSession(summarized) })
    expect(cutOf(context)).toBe('asked')
    expect(seen.at(-1)).toMatchObject({ kept: undefined })
    expect(seen.at(-1)?.before).toBeUndefined()

    const begun = noting()
    await begun.talking.ask('One?', { cut: true })
    expect(begun.seen.at(-1)).toMatchObject({ kept: undefined })
    expect(begun.seen.at(-1)?.before).toBeUndefined()
  })
})

describe('a rung of a unit that leaves some of its fragments as they are', () => {
  it('has rows only for the fragments that it shortens', async () => {
    const same: Message[] = [user('b'.repeat(50))]
    const layer = defineLayer('pairs', {
      order: 600,
      priority: 10,
      placement: 'messages',
      load: () => [
        { id: 'a', group: 'one', content: [user('a'.repeat(50))], shorter: [[user('a')]] },
        { id: 'b', group: 'one', content: same, shorter: [same, [user('b')]] },
      ],
    })
    const build = (window: number) =>
      extend(start().use([layer, question]).budget({ window, reserve: 0 }), { scope: { tenant: 't' }, message: 'Now?' })
    const whole = (await build(1_000)).report.tokens.total
    const { report } = await build(whole - 1)
    expect(report.rows).toMatchObject([{ fragment: 'a', action: 'shortened' }])
    expect((await build(whole - 60)).report.rows).toMatchObject([{ fragment: 'a' }, { fragment: 'b' }])
  })
})
