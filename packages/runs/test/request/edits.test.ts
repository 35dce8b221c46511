import { defineLayer, type Message } from '@lamella/core'
import { extend, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { talkAboutWeather } from '../support/changing-layer.ts'
import { assistant, converse, cutOf, talk, texts, thinks, thought, updates, user } from '../support/runs.ts'

describe('a past that was edited', () => {
  it('rewinds to the last turn that holds: what came before stays valid, what follows is made anew', async () => {
    const talking = converse(talk())
    for (const text of ['One', 'Two', 'Three', 'Four']) await talking.turn(text, thought(text))
    const before = talking.last
    const edited = talking.session.map((message, index) => (index === 4 ? user('Third, rather') : message))
    talking.become(edited)
    const next = await talking.ask('Five')
    expect(next.report.run?.cut).toMatchObject({ reason: 'edited', thinkingLost: 2 })
    expect(next.messages.slice(0, 4)).toEqual(before?.messages.slice(0, 4))
    expect(thinks(next)).toEqual([true, true, false, false])
    // 3 for the request; a message has 2, a thought the text and `Thinking of `.
    const tokens = (text: string): number => 2 + 2 + text.length + ('Thinking of '.length + text.length)
    expect(next.report.run?.cut?.newTokens).toBe(
      next.report.tokens.total - 3 - 5 - 5 + 4 - tokens('One') - tokens('Two'),
    )
    talking.add(user('Five'), thought('five'))
    expect(thinks(await talking.ask('Six'))).toEqual([true, true, false, false, true])
  })

  it('takes back what was announced later, and announces it again', async () => {
    let notes = ['a']
    const layer = defineLayer('notes', {
      order: 1,
      update: 'add',
      load: () => ({ fragments: notes.map((id) => ({ id, content: `Note ${id}.` })), revoked: [] }),
    })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    notes = ['a', 'b']
    await talking.turn('Two')
    notes = ['a', 'b', 'c']
    await talking.turn('Three')
    // The session goes on from before the third question.
    talking.become(talking.session.slice(0, 4))
    const next = await talking.ask('Other')
    expect(updates(next).map((text) => text.split('\n')[1])).toEqual(['Note b.', 'Note c.'])
    expect(texts(next).slice(-2)[0]).toBe('Other')
  })

  it('keeps what was announced at the place itself', async () => {
    const { weather, talking } = talkAboutWeather()
    await talking.turn('One')
    weather.text = 'Rain.'
    const second = await talking.turn('Two')
    await talking.turn('Three')
    // The answer to the second question is another one.
    talking.become([...talking.session.slice(0, 3), assistant('Rather this.'), ...talking.session.slice(4)])
    const next = await talking.ask('Four')
    expect([cutOf(next), next.messages.slice(0, 4)]).toEqual(['edited', second.messages])
    expect(updates(next)).toHaveLength(1)
  })

  it('does not make thinking stale that is made after it', async () => {
    const talking = converse(talk())
    for (let turn = 0; turn < 5; turn++)
      await talking.turn(`Question ${turn}.`, thought(`${turn}`), { cut: turn === 4 })
    // Everything before the cut was made in another context; now the session goes back, and grows again.
    talking.become(talking.session.slice(0, 2))
    await talking.turn('Back', thought('a'))
    await talking.turn('Further', thought('b'))
    const next = await talking.ask('And on')
    expect(thinks(next)).toEqual([false, true, true])
  })

  it('of an epoch that has only begun begins another one', async () => {
    const talking = converse(talk(), [user('Old'), thought('old')])
    await talking.turn('One', thought('one'))
    talking.become([user('Other'), ...talking.session.slice(1)])
    const next = await talking.turn('Two')
    expect([cutOf(next), thinks(next)]).toEqual(['edited', [false, false]])
    expect(cutOf(await talking.ask('Three'))).toBeUndefined()
  })

  it('counts message ids of a store as nothing', async () => {
    const talking = converse(talk())
    await talking.turn('One')
    talking.become(talking.session.map((message, index) => ({ ...message, id: `db-${index}` })))
    expect(cutOf(await talking.ask('Two'))).toBeUndefined()
  })

  it.each([
    ['another role', assistant('One')],
    ['another text', user('One!')],
    [
      'other provider options',
      { ...user('One'), providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
    ],
  ])('is noticed by %s', async (_, changed) => {
    const talking = converse(talk())
    await talking.turn('Zero')
    await talking.turn('One')
    talking.become(talking.session.map((message, index) => (index === 2 ? changed : message)))
    expect(cutOf(await talking.ask('Two'))).toBe('edited')
  })

  it('is noticed when two messages have changed places', async () => {
    const talking = converse(talk())
    await talking.turn('Same', 'A')
    await talking.turn('Same', 'B')
    const [a, b, c, d] = talking.session as [Message, Message, Message, Message]
    talking.become([a, d, c, b])
    expect(cutOf(await talking.ask('Next'))).toBe('edited')
  })
})

describe('a fork', () => {
  it('of a place within the epoch continues from there, with its own run or a later one', async () => {
    const talking = converse(talk())
    for (const text of ['One', 'Two']) await talking.turn(text, thought(text))
    const early = talking.run as RunState
    await talking.turn('Three', thought('three'))
    const [late, session] = [talking.run as RunState, talking.session.slice(0, 4)]
    const fork = converse(talk())
    fork.become(session, early)
    const own = await fork.ask('Branch')
    fork.become(session, late)
    const others = await fork.ask('Branch')
    expect([cutOf(own), cutOf(others)]).toEqual([undefined, 'edited'])
    expect(own.messages).toEqual(others.messages)
    expect(thinks(others)).toEqual([true, true])
  })

  it('of a place before the epoch begins anew, and shows the session', async () => {
    const talking = converse(talk(510))
    for (let turn = 10; turn < 40; turn++) await talking.turn(`Question ${turn} of many.`)
    expect(talking.run?.kept[0]?.[0]).toBeGreaterThan(4)
    talking.become(talking.session.slice(0, 4))
    const next = await talking.ask('Branch')
    expect(cutOf(next)).toBe('edited')
    expect(texts(next)).toEqual([...talking.session.map(({ content }) => content), 'Branch'])
    expect(cutOf(await talking.ask('Branch'))).toBeUndefined()
  })
})

describe('a run of another session', () => {
  it('gives nothing of the other session, and no head of it', async () => {
    const mine = defineLayer('notes', {
      order: 1,
      stability: 'static',
      load: ({ scope: { session: name } }) => `Notes of ${name}.`,
    })
    const other = converse(talk().use(mine))
    for (let turn = 0; turn < 3; turn++)
      await other.turn(`Secret ${turn}`, undefined, { scope: { ...scope, session: 'Anna' } })
    for (const session of [
      [],
      [user('Hello'), assistant('Hi.')],
      Array.from({ length: 9 }, (_, at) => user(`Said ${at}`)),
    ]) {
      const context = await extend(talk().use(mine), {
        scope: { ...scope, session: 'Ben' },
        session,
        message: 'Mine',
        run: other.run as RunState,
      })
      expect(cutOf(context)).toBe('edited')
      expect(JSON.stringify([context, context.run])).not.toMatch(/Secret|Anna/)
      expect(texts(context)).toEqual([...session.map(({ content }) => content), 'Mine'])
    }
  })
})
