import { defineLayer, type Fragment, type Message, type ToolDefinition } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { extend, type RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { changing, note, told } from '../support/changing-layer.ts'
import { assistant, calls, converse, cutOf, result, talk, texts, thought, updates, user } from '../support/runs.ts'

const look: ToolDefinition = { name: 'look', inputSchema: {} }

/** A conversation that has found note `a` at its start, and `b` for its second question, which has made a call. */
async function inTheMiddle(window = 10_000, max?: number) {
  const notes = changing([note('a', 'Anna sings.', { rank: 1 })], { update: 'add', ...(max && { budget: { max } }) })
  notes.revoked = []
  const builder = talk(window).use(notes.layer)
  const talking = converse(builder)
  await talking.turn('One', 'One.', { cut: true })
  notes.now = [note('b', 'Ben rows.', { rank: 2 })]
  expect(updates(await talking.ask('Two'))).toEqual([told('Ben rows.')])
  talking.add(user('Two'), calls('c1'), result('c1'))
  notes.now = []
  return { notes, talking, builder }
}

const head = ({ system }: RunContext): string => system.map(({ content }) => content).join('\n')

describe('a cut in the middle of a turn', () => {
  it.each<[string, (made: Awaited<ReturnType<typeof inTheMiddle>>) => Promise<RunContext>]>([
    ['asked', ({ talking }) => talking.ask(undefined, { cut: true })],
    ['tools', ({ talking }) => talking.ask(undefined, { tools: [look] })],
    ['model', ({ talking, builder }) => talking.ask(undefined, { builder: builder.parameters({ model: 'b' }) })],
    [
      'edited',
      ({ talking }) => {
        talking.become([user('Edited'), ...talking.session.slice(1)])
        return talking.ask(undefined)
      },
    ],
    [
      'window',
      ({ talking }) => {
        talking.add(calls('c2'), result('c2', 'r'.repeat(9_850)))
        return talking.ask(undefined)
      },
    ],
  ])('shows again what was shown for its question: %s', async (reason, cut) => {
    const made = await inTheMiddle()
    const context = await cut(made)
    expect([cutOf(context), head(context), updates(context)]).toEqual([reason, 'Ben rows.', []])
    // Also after another one, and no longer after the answer.
    expect(head(await made.talking.ask(undefined, { cut: true }))).toBe('Ben rows.')
    made.talking.add(assistant('Two.'))
    expect(head(await made.talking.ask('Three', { cut: true }))).toBe('')
  })

  it('shows it again after a summary of what came before', async () => {
    const { talking } = await inTheMiddle()
    talking.become([summaryMessage({ start: 0, end: 2, text: 'They said hello.' }), ...talking.session.slice(2)])
    const summaries = [{ position: 0, message: talking.session[0] as Message }]
    const session = {
      length: talking.session.length,
      summaries,
      read: async (from: number, to: number) => talking.session.slice(from, to),
    }
    const context = await talking.ask(undefined, { session })
    expect([cutOf(context), head(context)]).toEqual(['asked', 'Ben rows.'])
  })

  it('shows what the head had for the question, too', async () => {
    const { notes, talking } = await inTheMiddle()
    talking.add(assistant('Two.'))
    notes.now = [note('a', 'Anna sings.'), note('c', 'Cem cooks.')]
    await talking.ask('Three')
    talking.add(user('Three'), calls('c2'), result('c2'))
    notes.now = [note('d', 'Dora sews.')]
    expect(head(await talking.ask(undefined, { cut: true }))).toBe('Dora sews.\n\nAnna sings.\n\nCem cooks.')
  })

  it('does not show what was revoked, and asks the layer about what was shown', async () => {
    for (const gone of [['a', 'b'], []]) {
      const { notes, talking } = await inTheMiddle()
      const asked: unknown[] = []
      const layer = defineLayer('notes', {
        order: 100,
        update: 'add',
        load: ({ run }) => {
          if (run?.keep) asked.push(run.told)
          return { fragments: [], revoked: run?.kept ? [] : gone }
        },
      })
      talking.add(calls('c2'), result('c2', 'r'.repeat(9_850)))
      const context = await talking.ask(undefined, { builder: talk().use(layer) })
      expect([cutOf(context), head(context), asked]).toEqual(['window', gone.length > 0 ? '' : 'Ben rows.', [['b']]])
      expect(JSON.stringify(context.run).includes('Ben rows')).toBe(gone.length === 0)
      expect(notes.now).toEqual([])
    }
  })

  it('does not show what a layer without revoked no longer returns, or one that failed', async () => {
    for (const fails of [true, false]) {
      const { talking } = await inTheMiddle()
      const layer = defineLayer('notes', {
        update: 'add',
        onError: 'omit',
        load: () => {
          if (fails) throw new Error('away')
          return []
        },
      })
      expect(head(await talking.ask(undefined, { builder: talk().use(layer), cut: true }))).toBe('')
    }
  })

  it('shows the new text of what has changed', async () => {
    const { notes, talking } = await inTheMiddle()
    notes.now = [note('b', 'Ben swims.')]
    expect(head(await talking.ask(undefined, { cut: true }))).toBe('Ben swims.')
  })

  it('drops what is new before what was shown, and has a row for what does not fit', async () => {
    const { notes, talking } = await inTheMiddle(10_000, 80)
    notes.now = [note('n', 'N'.repeat(60), { rank: 9 }), note('m', 'M'.repeat(60), { rank: 1 })]
    const cut = await talking.ask(undefined, { cut: true })
    expect(head(cut)).toBe(`${'N'.repeat(60)}\n\nBen rows.`)
    expect(cut.report.rows.map(({ fragment }) => fragment)).toEqual(['m'])
    const small = await talking.ask(undefined, {
      cut: true,
      builder: talk().use(
        changing([], { update: 'add', budget: { max: 5 }, load: () => ({ fragments: [], revoked: [] }) }).layer,
      ),
    })
    // `n` was shown in this turn, too: at the cut.
    expect([head(small), small.report.rows]).toMatchObject([
      '',
      ['n', 'b'].map((fragment) => ({ fragment, action: 'dropped', reason: 'layer-max' })),
    ])
  })

  it('shows messages again, and not again in the turn after', async () => {
    const hit: Fragment = { id: 'hit', content: [user('A hit.')] }
    const hits = changing([], { update: 'add', order: 800, placement: 'messages' })
    hits.revoked = []
    const talking = converse(talk().use(hits.layer))
    await talking.turn('One')
    hits.now = [hit]
    expect(texts(await talking.ask('Two')).at(-1)).toBe('A hit.')
    talking.add(user('Two'), calls('c1'), result('c1'))
    hits.now = []
    expect(texts(await talking.ask(undefined, { cut: true })).at(-1)).toBe('A hit.')
    talking.add(assistant('Two.'))
    const third = await talking.ask('Three', { cut: true })
    expect(texts(third)).not.toContain('A hit.')
  })

  it('of a layer that replaces, shows what is not revoked; the next question tells that it is gone', async () => {
    const notes = changing([note('a', 'Anna sings.')], { update: 'replace' })
    notes.revoked = []
    const talking = converse(talk().use(notes.layer))
    await talking.ask('One')
    talking.add(user('One'), calls('c1'), result('c1'))
    notes.now = []
    const cut = await talking.ask(undefined, { cut: true })
    expect([head(cut), updates(cut)]).toEqual(['Anna sings.', []])
    talking.add(assistant('One.'))
    expect(updates(await talking.ask('Two'))).toEqual([told('(removed)', ' part="a" replaces="earlier"')])
  })

  it('shows the owner’s texts and those that wait for an epoch as they are now', async () => {
    for (const [more, update] of [
      [{ origin: { by: 'owner' } }, 'replace'],
      [{}, 'hold'],
      [{}, { name: 'own', tell: () => undefined }],
    ] as const) {
      const notes = changing([note('a', 'Anna sings.', more)], { update })
      notes.revoked = []
      const talking = converse(talk().use(notes.layer))
      await talking.ask('One')
      talking.add(user('One'), calls('c1'), result('c1'))
      notes.now = []
      expect(head(await talking.ask(undefined, { cut: true }))).toBe('')
    }
  })

  it('does not show what had no room for the question either', async () => {
    const notes = changing([note('a', 'A'.repeat(60)), note('b', 'Ben rows.', { rank: 1 })], {
      update: 'add',
      budget: { max: 60 },
    })
    notes.revoked = []
    const talking = converse(talk().use(notes.layer))
    await talking.turn('One')
    expect(head(await talking.ask('Two'))).toBe('Ben rows.')
    talking.add(user('Two'), calls('c1'), result('c1'))
    notes.now = []
    expect(head(await talking.ask(undefined, { cut: true }))).toBe('Ben rows.')
  })

  it('does not bring back what was shown for another question', async () => {
    const { talking } = await inTheMiddle()
    talking.add(assistant('Two.'), user('Other'), calls('c3'), result('c3'))
    expect(head(await talking.ask(undefined, { cut: true }))).toBe('')
  })
})

describe('an edit of the past in the middle of a turn', () => {
  it('begins a new epoch where it would take back what was announced for the question', async () => {
    const notes = changing([note('a', 'Sunny.')], { update: 'replace' })
    const talking = converse(talk().use(notes.layer))
    for (const text of ['One', 'Two', 'Three']) await talking.turn(text, thought(text))
    notes.now = [note('a', 'Rain.')]
    await talking.ask('Four')
    talking.add(user('Four'), calls('c1'), result('c1'))
    const edited = talking.session.map((message, index) => (index === 4 ? user('Third, rather') : message))
    talking.become(edited)
    const context = await talking.ask(undefined)
    expect([cutOf(context), head(context), updates(context)]).toEqual(['edited', 'Rain.', []])
  })

  it('keeps the head where it takes back nothing', async () => {
    const notes = changing([note('a', 'Sunny.')], { update: 'replace' })
    const talking = converse(talk().use(notes.layer))
    for (const text of ['One', 'Two', 'Three']) await talking.turn(text, thought(text))
    await talking.ask('Four')
    talking.add(user('Four'), calls('c1'), result('c1'))
    talking.become(talking.session.map((message, index) => (index === 4 ? user('Third, rather') : message)))
    notes.now = [note('a', 'Rain.')]
    const context = await talking.ask(undefined)
    expect([cutOf(context), head(context)]).toEqual(['edited', 'Sunny.'])
  })
})

describe('the state', () => {
  it('holds the texts that were shown for the question, until another one', async () => {
    const { talking, notes } = await inTheMiddle()
    expect(Object.keys(talking.run?.turn?.shown ?? {})).toEqual(['notes'])
    expect(talking.run?.turn?.shown['notes']).toEqual([{ id: 'b', content: 'Ben rows.', rank: 2 }])
    talking.add(assistant('Two.'))
    notes.now = []
    expect((await talking.ask('Three')).run.turn?.shown).toEqual({})
    const alone = await extend(talk(), { scope, session: [assistant('Hello')] })
    expect(alone.run.turn).toBeUndefined()
  })
})
