import { createContext, defineLayer, type Fragment, type Message, type RunState, type Session } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { charTokenizer, framing } from '../support/char-tokenizer.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { scope, start } from '../support/layers.ts'
import {
  assistant,
  calls,
  converse,
  cutOf,
  history,
  question,
  result,
  talk,
  texts,
  thought,
  updates,
  user,
} from '../support/runs.ts'

const thinks = (context: { readonly messages: readonly Message[] }): readonly boolean[] =>
  context.messages
    .filter(({ content }) => JSON.stringify(content).includes('"reasoning"'))
    .map(({ content }) => !JSON.stringify(content).includes('"stale":true'))

describe('a turn that never got its answer', () => {
  it('gives the same bytes when it is asked again, and tells nothing twice', async () => {
    let text = 'Sunny.'
    const builder = talk().use(defineLayer('weather', { order: 1, update: 'replace', load: () => text }))
    const talking = converse(builder)
    await talking.turn('One')
    text = 'Rain.'
    const asked = await talking.ask('Two')
    const again = await talking.ask('Two')
    expect([again.messages, again.run, cutOf(again)]).toEqual([asked.messages, asked.run, undefined])
    expect(updates(again)).toHaveLength(1)
  })

  it('gives way to another question, with which its updates are told again', async () => {
    let text = 'Sunny.'
    const talking = converse(talk().use(defineLayer('weather', { order: 1, update: 'replace', load: () => text })))
    await talking.turn('One', thought('one'))
    text = 'Rain.'
    await talking.ask('Never answered')
    text = 'Snow.'
    const other = await talking.turn('Two', thought('two'))
    expect(texts(other).slice(2)).toEqual(['Two', expect.stringContaining('Snow.')])
    expect(other.report.run).toMatchObject({ epoch: 2, cut: { reason: 'edited', thinkingLost: 0 } })
    expect(talking.run?.stale).toEqual([])
    // Only the new question and its update are new.
    const [update] = other.report.run?.updates ?? []
    expect(other.report.run?.cut?.newTokens).toBe(5 + (update?.tokens ?? 0))
    const third = await talking.ask('Three')
    expect([cutOf(third), thinks(third)]).toEqual([undefined, [true, true]])
  })

  it('with the same message later is asked once', async () => {
    const talking = converse(talk())
    await talking.ask('Hello')
    talking.add(user('Hello'), assistant('Hi.'))
    expect(texts(await talking.ask('More'))).toEqual(['Hello', 'Hi.', 'More'])
    expect(talking.run?.epoch).toBe(1)
  })
})

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

  it('takes back what was told later, and tells it again', async () => {
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

  it('keeps what was told at the place itself', async () => {
    let text = 'Sunny.'
    const talking = converse(talk().use(defineLayer('weather', { order: 1, update: 'replace', load: () => text })))
    await talking.turn('One')
    text = 'Rain.'
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
      const context = await talk()
        .use(mine)
        .build({ scope: { ...scope, session: 'Ben' }, session, message: 'Mine', run: other.run as RunState })
      expect(cutOf(context)).toBe('edited')
      expect(JSON.stringify([context, context.run])).not.toMatch(/Secret|Anna/)
      expect(texts(context)).toEqual([...session.map(({ content }) => content), 'Mine'])
    }
  })
})

describe('a stand-in for a result', () => {
  it('stays when the result comes late, which has a row', async () => {
    const talking = converse(talk())
    await talking.turn('One', calls('c1', 'c2'))
    talking.add(result('c1'))
    const second = await talking.turn('Two')
    expect(texts(second).join()).toContain('[No result of this tool call was recorded.]')
    talking.add(result('c2', 'Too late.'))
    const third = await talking.turn('Three')
    expect(texts(third).join()).not.toContain('Too late.')
    expect(third.report.rows).toMatchObject([{ layer: 'history', fragment: 'm5', repair: 'result-dropped', id: 'c2' }])
    expect(cutOf(await talking.turn('Four'))).toBeUndefined()
    // The next epoch shows what was said.
    const cut = await talking.ask('Five', { cut: true })
    expect(cut.report.run?.cut?.reason).toBe('asked')
  })

  it('that a policy does without stays away, too', async () => {
    const talking = converse(talk().repair({ missingResult: 'drop' }))
    await talking.turn('One', calls('c1'))
    expect(texts(await talking.turn('Two'))).toEqual(['One', 'Two'])
    talking.add(result('c1', 'Too late.'))
    const third = await talking.turn('Three')
    expect(texts(third)).toEqual(['One', 'Two', 'Answer to Two', 'Three'])
    expect(third.report.rows).toMatchObject([{ repair: 'result-dropped', id: 'c1' }])
  })

  it('in the middle of parallel calls stays for all of the epoch', async () => {
    const talking = converse(talk())
    await talking.ask('One')
    talking.add(user('One'), calls('c1', 'c2'), result('c1'))
    expect(texts(await talking.ask(undefined)).join()).toContain('No result')
    talking.add(result('c2', 'Second.'))
    const next = await talking.ask(undefined)
    expect([cutOf(next), texts(next).join().includes('Second.')]).toEqual([undefined, false])
  })
})

describe('a call that waits for approval', () => {
  const asks: Message = {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} },
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'look', input: {} },
    ],
  }

  it('and never gets it cuts when the conversation goes on: what was sent without a result has one now', async () => {
    const talking = converse(talk())
    await talking.turn('Zero')
    await talking.turn('One', asks)
    talking.add(result('c2'))
    expect(texts(await talking.ask(undefined)).join()).not.toContain('No result')
    const next = await talking.ask('Never mind')
    expect([cutOf(next), texts(next).join().includes('No result')]).toEqual(['edited', true])
    expect(cutOf(await talking.ask('Never mind'))).toBeUndefined()
  })

  it('and gets it does not cut', async () => {
    const talking = converse(talk())
    await talking.turn('Zero')
    await talking.turn('One', asks)
    talking.add(result('c2'))
    await talking.ask(undefined)
    talking.add(
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
      result('c1'),
    )
    expect(cutOf(await talking.ask(undefined))).toBeUndefined()
  })
})

describe('a message that was shortened', () => {
  it('stays so, byte for byte, until the next epoch', async () => {
    const shortening = history({
      load: async ({ session, run }) => {
        const all = await session.read(0, session.length, { signal: new AbortController().signal })
        return all
          .map(
            (message, position): Fragment => ({
              id: `m${position}`,
              content: [message],
              position,
              rank: position,
              shorter: [[{ ...message, content: `${String(message.content).slice(0, 5)} …` } as Message]],
            }),
          )
          .filter(({ position = 0 }) => !run?.kept || position >= (run.kept[0]?.[0] ?? 0))
      },
    })
    const talking = converse(start().use([shortening, question]).budget({ window: 300, reserve: 10, keep: 1 }), [
      user('A question to begin with, and long'.repeat(3)),
      assistant('An answer that is long as well'.repeat(8)),
    ])
    const first = await talking.turn('One')
    expect(texts(first)).toContain('A que …')
    const second = await talking.turn('Two')
    expect([cutOf(second), texts(second).includes('A que …')]).toEqual([undefined, true])
    expect(Object.values(talking.run?.forms ?? {}).map(({ messages }) => messages)).toContainEqual([user('A que …')])
    // Not if the message is another one.
    talking.become([user('Edited'), assistant('B'.repeat(90)), ...talking.session.slice(2)])
    expect(texts(await talking.ask('Three')).join()).not.toContain('A que')
  })

  it('that gave way in the middle of an epoch that has just begun stays away', async () => {
    const gives = history({
      load: async ({ session, run }) => {
        const all = await session.read(0, session.length, { signal: new AbortController().signal })
        return all
          .map(
            (message, position): Fragment => ({
              id: `m${position}`,
              content: [message],
              position,
              rank: -position,
              pinned: position === 0,
            }),
          )
          .filter(
            ({ position = 0 }) =>
              !run?.kept ||
              run.kept.some(([from, to]) => from <= position && position < to) ||
              position >= (run.kept.at(-1)?.[1] ?? 0),
          )
      },
    })
    const builder = start().use([gives, question]).budget({ window: 110, reserve: 10, keep: 1 })
    const begun = [user('First.'), user('b'.repeat(60)), user('c'.repeat(60))]
    const first = await builder.build({ scope, session: begun })
    const last = first.messages.at(-1) as Message
    expect(first.messages).toHaveLength(2)
    const lost = begun.findLast((message) => !first.messages.includes(message)) as Message
    const next = await builder.build({ scope, session: [...begun, assistant('Yes.')], message: 'So?', run: first.run })
    expect([cutOf(next), next.messages.slice(0, 2)]).toEqual([undefined, [begun[0], last]])
    expect(next.messages).not.toContain(lost)
  })
})

describe('bytes and addresses in messages', () => {
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  const base64 = 'iVBORw0KGgo='
  const image = (data: unknown): Message => ({
    role: 'user',
    content: [
      { type: 'text', text: 'See' },
      { type: 'image', image: data as string, mediaType: 'image/png' },
    ],
  })

  it.each([
    ['Uint8Array', bytes],
    ['ArrayBuffer', bytes.buffer],
    ['Buffer', Buffer.from(bytes)],
    ['base64 text', base64],
  ])('as %s or as a store has them are the same message', async (_, data) => {
    const talking = converse(talk())
    await talking.turn('Zero')
    const sent = image(data)
    await talking.ask(undefined, { message: sent as { role: 'user'; content: [] } })
    talking.add(image(base64), assistant('I see.'))
    const next = await talking.ask('Next')
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
  })

  it('as URL or text are the same message', async () => {
    const talking = converse(talk())
    await talking.turn('Zero')
    await talking.ask(undefined, {
      message: image(new URL('https://example.com/a.png')) as { role: 'user'; content: [] },
    })
    talking.add(image('https://example.com/a.png'), assistant('I see.'))
    expect((await talking.ask('Next')).report.run).toEqual({ epoch: 1, updates: [] })
  })

  it('that the run holds are JSON in it, and the next request extends this one', async () => {
    const examples = defineLayer('examples', {
      order: 1,
      placement: 'messages',
      stability: 'static',
      load: () => [
        { id: 'a', content: [image(bytes)] },
        { id: 'b', content: [image(new URL('https://example.com/a.png'))] },
      ],
    })
    const builder = talk().use(examples)
    const first = await builder.build({ scope, message: 'One' })
    expect(first.run.head.lead).toEqual([image(base64), image('https://example.com/a.png')])
    const run = JSON.parse(JSON.stringify(first.run)) as RunState
    expect(run.head.lead).toEqual([image(base64), image('https://example.com/a.png')])
    const next = await builder.build({ scope, session: [user('One'), assistant('Yes.')], message: 'Two', run })
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
    expect(next.messages.slice(0, 2)).toEqual(run.head.lead)
  })

  it('of megabytes do not overflow the stack', async () => {
    const large = new Uint8Array(3_000_000)
    const builder = createContext().use([history(), question]).budget({ window: 1_000_000, reserve: 10 })
    const first = await builder.build({ scope, session: [image(large)], message: 'One' })
    expect(first.run.marks).toHaveLength(2)
  })
})

describe('what is passed in', () => {
  it('is not changed, whatever happens to the run', async () => {
    const talking = converse(talk(600))
    const tools = deepFreeze([{ name: 'look', inputSchema: { type: 'object' } }])
    for (let turn = 0; turn < 12; turn++) {
      await talking.turn(`Question ${turn}.`, thought('x'.repeat(20)), {
        tools: turn % 5 ? tools : [],
        cut: turn === 7,
      })
      if (turn === 9) talking.become(talking.session.slice(0, -3))
    }
    expect(talking.run?.epoch).toBeGreaterThan(5)
  })

  it('may grow before the run of a request is read', async () => {
    const messages = [user('Zero'), assistant('Yes.')]
    let length = 2
    const session: Session = {
      get length() {
        return length
      },
      read: async (from, to) => messages.slice(from, to),
    }
    const builder = talk()
    const early = await builder.build({ scope, session, message: 'One' })
    const { run } = await builder.build({ scope, session, message: 'One' })
    messages.push(user('One'), assistant('Sure.'))
    length = 4
    expect(early.run).toEqual(run)
    const next = await builder.build({ scope, session, message: 'Two', run: early.run })
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
  })
})

describe('the first request of a run', () => {
  it('is what it is without runs, and reports none', async () => {
    const talking = converse(talk())
    const context = await talking.ask('One')
    expect(context.report.run).toBeUndefined()
    const { run } = context
    expect(run).toEqual({
      spec: 1,
      scope: { tenant: 'acme' },
      epoch: 1,
      head: { tools: [], system: [], lead: [], told: { history: {}, question: {} } },
      kept: [[0, 1]],
      forms: {},
      inserts: [],
      marks: [
        { at: 0, hash: expect.any(String) },
        { at: 1, hash: expect.any(String) },
      ],
      stale: [],
      summaries: '',
    })
  })

  it('marks no thinking, and drops nothing that it would not drop alone', async () => {
    const session = [user('Old'), thought('old')]
    const context = await createContext()
      .tokenizer(charTokenizer)
      .framing(framing)
      .use([history(), question])
      .budget({ window: 1_000, reserve: 10 })
      .build({ scope, session, message: 'One' })
    expect(context.messages).toEqual([...session, user('One')])
    expect(context.messages[1]).toBe(session[1])
  })
})
