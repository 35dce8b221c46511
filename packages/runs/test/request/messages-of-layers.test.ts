import { defineLayer, type Fragment } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { changing, talkAbout } from '../support/changing-layer.ts'
import { converse, cutOf, talk, texts, thought, user } from '../support/runs.ts'

describe('messages without a position', () => {
  const example = (text: string): Fragment => ({ id: 'example', content: [{ role: 'user', content: text }] })

  it('stay before the session, and cut when they change, also in the middle of a turn', async () => {
    for (const message of ['Two', undefined]) {
      const { notes, talking } = await talkAbout([example('Example 1.')], { placement: 'messages', order: 100 })
      expect(texts(await talking.ask(undefined))[0]).toBe('Example 1.')
      notes.now = [example('Example 2.')]
      const next = await talking.ask(message)
      expect([cutOf(next), texts(next)[0]]).toEqual(['edited', 'Example 2.'])
      expect(cutOf(await talking.ask(message))).toBeUndefined()
    }
  })

  it('with thinking are the same after a cut', async () => {
    const example = { id: 'example', content: [user('Example?'), thought('example')] }
    const { talking } = await talkAbout([example], { placement: 'messages', order: 100, update: 'hold' })
    await talking.turn('Two', 'Yes.', { cut: true })
    expect((await talking.ask('Three')).messages.slice(0, 2)).toEqual(example.content)
  })

  it('that are held, or added, do not cut', async () => {
    for (const update of ['hold', 'add'] as const) {
      const { notes, talking } = await talkAbout([example('Example 1.')], { placement: 'messages', order: 100, update })
      notes.revoked = []
      notes.now = [example('Example 1.'), { id: 'more', content: [{ role: 'user', content: 'A hit.' }] }]
      const second = await talking.turn('Two')
      expect(cutOf(second)).toBeUndefined()
      expect(texts(second).slice(-2)).toEqual(update === 'add' ? ['Two', 'A hit.'] : ['Answer to One', 'Two'])
      expect(texts(await talking.ask('Three')).filter((text) => text === 'A hit.')).toHaveLength(
        update === 'add' ? 1 : 0,
      )
    }
  })

  it('of a layer that shows the new message without one are sent, each once', async () => {
    const own = changing([])
    const question = defineLayer('question', {
      order: 700,
      placement: 'messages',
      load: ({ message }) => message && [{ id: 'question', content: [message], pinned: true }],
    })
    const talking = converse(talk().without('question').use([own.layer, question]))
    for (const text of ['One', 'Two', 'Three']) await talking.turn(text)
    expect(texts(await talking.ask('Four'))).toEqual([
      'One',
      'Answer to One',
      'Two',
      'Answer to Two',
      'Three',
      'Answer to Three',
      'Four',
    ])
  })

  it('of a layer that composes one message after the session stay where they were', async () => {
    const reminder = defineLayer('notes', {
      order: 800,
      placement: 'messages',
      stability: 'static',
      load: () => 'Remember.',
      compose: (kept) => kept.map(({ content }) => content).join('\n'),
    })
    const talking = converse(talk().use(reminder))
    await talking.ask('Unanswered')
    // The first question of an epoch is replaced: the epoch begins again.
    await talking.turn('One')
    expect(texts(await talking.ask('Two'))).toEqual(['One', 'Remember.', 'Answer to One', 'Two'])
  })
})
