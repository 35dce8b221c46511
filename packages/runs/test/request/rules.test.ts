import { defineLayer } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { changing, note, talkAbout, told } from '../support/changing-layer.ts'
import { converse, cutOf, talk, texts, updates } from '../support/runs.ts'

describe('the rule add', () => {
  it('adds what is new after the new message, once, and leaves the head as it was', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { update: 'add' })
    notes.revoked = []
    notes.now = [note('a', 'Anna.'), note('b', 'Ben.'), note('c', 'Cem.')]
    const second = await talking.turn('Two')
    expect(updates(second)).toEqual([told('Ben.\n\nCem.')])
    expect(texts(second).slice(-2)).toEqual(['Two', told('Ben.\n\nCem.')])
    expect(second.system.map(({ content }) => content)).toEqual(['Anna.'])
    expect(second.report.run?.updates).toEqual([
      { layer: 'notes', by: 'data', tokens: told('Ben.\n\nCem.').length + 2, fragments: ['b', 'c'] },
    ])
    const third = await talking.ask('Three')
    expect(updates(third)).toEqual([told('Ben.\n\nCem.')])
    expect(third.report.run?.updates).toEqual([])
  })

  it('says nothing of what is only not returned any more', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.'), note('b', 'Ben.')], { update: 'add' })
    notes.revoked = []
    notes.now = [note('b', 'Ben.')]
    const second = await talking.ask('Two')
    expect([cutOf(second), updates(second)]).toEqual([undefined, []])
  })

  it('is treated as replace while the layer does not say what was revoked', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.'), note('b', 'Ben.')], { update: 'add' })
    notes.now = [note('b', 'Ben is away.')]
    expect(updates(await talking.ask('Two'))).toEqual([
      `${told('Ben is away.', ' part="b" replaces="earlier"')}\n${told('(removed)', ' part="a" replaces="earlier"')}`,
    ])
  })

  it('gives the layer the ids of the head and of all updates', async () => {
    const seen: (readonly string[] | undefined)[] = []
    let ids = ['a']
    const layer = defineLayer('notes', {
      update: 'add',
      load: ({ run }) => {
        seen.push(run?.told)
        return { fragments: ids.map((id) => note(id, id)), revoked: [] }
      },
    })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    ids = ['a', 'b']
    await talking.turn('Two')
    await talking.turn('Three')
    expect(seen).toEqual([undefined, ['a'], ['a', 'b']])
  })
})

describe('the rule replace', () => {
  it('tells the new text of a fragment, and that the old one no longer holds', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.'), note('b', 'Ben.')], { update: 'replace' })
    notes.now = [note('a', 'Anna.'), note('b', 'Ben is away.')]
    expect(updates(await talking.turn('Two'))).toEqual([told('Ben is away.', ' part="b" replaces="earlier"')])
    expect((await talking.ask('Three')).report.run?.updates).toEqual([])
  })

  it('tells that a fragment is gone once, and tells it again when it is back', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { update: 'replace' })
    notes.now = []
    expect(updates(await talking.turn('Two'))).toEqual([told('(removed)', ' part="a" replaces="earlier"')])
    expect(updates(await talking.turn('Three'))).toHaveLength(1)
    notes.now = [note('a', 'Anna.')]
    expect(updates(await talking.turn('Four')).at(-1)).toBe(told('Anna.'))
    expect(updates(await talking.turn('Five'))).toHaveLength(2)
  })

  it('does not say of a new fragment that it replaces something', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { update: 'replace' })
    notes.now = [note('a', 'Anna.'), note('b', 'Ben.')]
    expect(updates(await talking.ask('Two'))).toEqual([told('Ben.')])
  })

  it('names no part of a layer that returns one text', async () => {
    let text = 'Sunny.'
    const talking = converse(talk().use(defineLayer('notes', { update: 'replace', load: () => text })))
    await talking.turn('One')
    text = 'Rain.'
    expect(updates(await talking.ask('Two'))).toEqual([told('Rain.', ' replaces="earlier"')])
  })

  it('tells a layer that was empty so far with its wrapping', async () => {
    const { notes, talking } = await talkAbout([], {
      compose: (kept) => `# Notes\n${kept.map(({ content }) => content).join('\n')}`,
    })
    notes.now = [note('a', 'Anna.')]
    expect(updates(await talking.turn('Two'))).toEqual([told('# Notes\nAnna.')])
    notes.now = [note('a', 'Anna.'), note('b', 'Ben.')]
    expect(updates(await talking.turn('Three')).at(-1)).toBe(told('Ben.'))
  })

  it.each(['session', 'turn'] as const)('is the default of stability %s without revoked', async (stability) => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { stability })
    notes.now = [note('a', 'Anna is here.')]
    expect(updates(await talking.ask('Two'))).toEqual([told('Anna is here.', ' part="a" replaces="earlier"')])
  })
})

describe('the rule hold', () => {
  it('waits for the next epoch; it is the default of stability static', async () => {
    for (const rule of [{ update: 'hold' }, { stability: 'static' }] as const) {
      const { notes, talking } = await talkAbout([note('a', 'Version 1.')], rule)
      notes.now = [note('a', 'Version 2.')]
      const second = await talking.turn('Two')
      expect([updates(second), second.system[0]?.content]).toEqual([[], 'Version 1.'])
      expect((await talking.ask('Three', { cut: true })).system[0]?.content).toBe('Version 2.')
    }
  })
})

describe('a rule of a fragment', () => {
  it('precedes the rule of its layer', async () => {
    const { notes, talking } = await talkAbout(
      [note('a', 'A1', { update: 'hold' }), note('b', 'B1'), note('c', 'C1', { update: 'replace' })],
      {
        update: 'add',
      },
    )
    notes.revoked = []
    notes.now = [note('a', 'A2', { update: 'hold' }), note('b', 'B2'), note('c', 'C2', { update: 'replace' })]
    // The model has seen the old text of each: an addition would leave it standing.
    const replaced = ['b', 'c'].map((id) => told(`${id.toUpperCase()}2`, ` part="${id}" replaces="earlier"`))
    expect(updates(await talking.ask('Two'))).toEqual([replaced.join('\n')])
  })

  it('is one of three', async () => {
    const wrong = note('a', 'A', { update: 'later' as 'hold' })
    await expect(converse(talk().use(changing([wrong]).layer)).ask('One')).rejects.toMatchObject({
      code: 'LAYER_OUTPUT_INVALID',
      details: { problem: "fragment 0 'a': update is not add, replace or hold" },
    })
  })
})

describe('between a call and its result', () => {
  it('nothing is announced', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Anna.')], { update: 'replace' })
    notes.now = [note('a', 'Anna is here.')]
    expect(updates(await talking.ask(undefined))).toEqual([])
    talking.add({ role: 'assistant', content: 'Done.' })
    expect(updates(await talking.ask('Two'))).toHaveLength(1)
  })
})
