import type { Fragment } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { note, talkAbout, told } from '../support/changing-layer.ts'
import { updates, user } from '../support/runs.ts'

describe('the maximum of a layer', () => {
  it('counts the head and all updates, and keeps out the least with a row', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { update: 'add', budget: { max: 130 } })
    notes.revoked = []
    // 5 in the head; an update of one name has 55 tokens with its framing.
    notes.now = [note('a', 'Anna.'), note('b', 'Ben.')]
    const second = await talking.turn('Two')
    const [update] = second.report.run?.updates ?? []
    expect([update?.fragments, second.report.rows]).toEqual([['b'], []])
    notes.now = [...notes.now, note('c', 'Cem.', { rank: 1 }), note('d', 'Dora.'.repeat(10))]
    const third = await talking.turn('Three')
    expect(third.report.run?.updates.map(({ fragments }) => fragments)).toEqual([['c']])
    expect(third.report.rows).toEqual([
      {
        layer: 'notes',
        fragment: 'd',
        action: 'dropped',
        reason: 'layer-max',
        policy: 'update',
        tokensBefore: 50,
        tokensAfter: 0,
      },
    ])
    const spent = 5 + (update?.tokens ?? 0) + (third.report.run?.updates[0]?.tokens ?? 0)
    expect(spent).toBeLessThanOrEqual(130)
    const fourth = await talking.ask('Four')
    expect([fourth.report.run?.updates, fourth.report.rows.map(({ fragment }) => fragment)]).toEqual([[], ['d']])
  })

  it('that the head has used up leaves nothing to tell', async () => {
    const { notes, talking } = await talkAbout([note('a', 'A'.repeat(60))], { update: 'add', budget: { max: 110 } })
    notes.revoked = []
    notes.now = [...notes.now, note('b', 'Ben.')]
    const second = await talking.ask('Two')
    expect([updates(second), second.report.rows.map(({ fragment }) => fragment)]).toEqual([[], ['b']])
  })

  it('reports replacements and removals that have to wait', async () => {
    const now = [note('a', 'Anna.'), note('b', 'B'.repeat(40)), note('c', 'Cem.')]
    const { notes, talking } = await talkAbout(now, { update: 'replace', budget: { max: 150 } })
    // 53 in the head. The notice of a removal takes 87 with its framing, so there is no room for more.
    notes.now = [note('a', 'Anna is here.'), note('c', 'Cem.')]
    const second = await talking.turn('Two')
    expect([updates(second), second.report.run?.updates]).toMatchObject([
      [told('(removed)', ' part="b" replaces="earlier"')],
      [{ fragments: ['b'] }],
    ])
    expect(second.report.rows).toMatchObject([
      { fragment: 'a', action: 'dropped', reason: 'layer-max', policy: 'update' },
    ])
    notes.now = []
    const third = await talking.ask('Three')
    expect([updates(third).length, third.report.run?.updates]).toEqual([1, []])
    const rows = third.report.rows.map(({ fragment, action, reason, tokensAfter }) => [
      fragment,
      action,
      reason,
      tokensAfter,
    ])
    expect(rows).toEqual([
      ['a', 'dropped', 'layer-max', 0],
      ['c', 'dropped', 'layer-max', 0],
    ])
    // The next epoch has no need to tell it.
    const cut = await talking.ask('Three', { cut: true })
    expect([cut.system, cut.report.rows]).toEqual([[], []])
  })

  it('counts its messages before the session', async () => {
    const example = (id: string): Fragment => ({ id, content: [user(`Example ${id}.`)] })
    const more = { placement: 'messages', order: 100, update: 'add', budget: { max: 30 } } as const
    const { notes, talking } = await talkAbout([example('a')], more)
    notes.revoked = []
    // Each has 12 tokens with its framing.
    notes.now = [example('a'), example('b'), example('c')]
    const second = await talking.ask('Two')
    expect(second.report.run?.updates).toEqual([{ layer: 'notes', by: 'data', tokens: 12, fragments: ['c'] }])
    expect(second.report.rows.map(({ fragment }) => fragment)).toEqual(['b'])
    expect(second.report.layers['notes']?.got).toBe(24)
  })
})
