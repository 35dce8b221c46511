import { defineLayer, type Message } from '@lamella/core'
import { extend, nextOfRun, openRun, type Run, type RunContext } from '@lamella/runs'
import { openSession, type SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, calls, cutOf, result, talk, texts, thought, updates, user } from '../support/runs.ts'

const id = 'telegram_4711'

/** A builder with notes that can be changed and erased, in a world of its own. */
function world(): { notes: Record<string, string>; builder: ReturnType<typeof talk>; built: number } {
  const self = { notes: {} as Record<string, string>, built: 0, builder: talk() }
  self.builder = talk().use(
    defineLayer('notes', {
      order: 1,
      update: 'add',
      load: ({ run }) => {
        self.built++
        const fragments = Object.entries(self.notes).map(([key, content]) => ({ id: key, content }))
        return { fragments, ...(run && { revoked: run.told.filter((key) => !Object.hasOwn(self.notes, key)) }) }
      },
    }),
  ) as ReturnType<typeof talk>
  return self
}

const bytes = ({ system, messages, tools }: RunContext): string => JSON.stringify({ system, messages, tools })

/** Asks and answers. */
async function turn(run: Run, text: string, answer: Message = thought(`answer to ${text}`)): Promise<RunContext> {
  const context = await run.next({ message: text })
  await run.append(answer)
  return context
}

const stored = async (sessions: SessionStore, session = id): Promise<readonly Message[]> =>
  (await sessions.read(scope, session, 0, 100)).map(({ message }) => message)

const isStale = ({ messages }: RunContext): readonly boolean[] =>
  messages
    .filter(({ content }) => JSON.stringify(content).includes('"reasoning"'))
    .map(({ content }) => JSON.stringify(content).includes('"stale":true'))

describe('the requests of a run', () => {
  it('extend each other, whichever process makes them', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const first = await turn(await openRun(builder, { sessions, scope, id }), 'One')
    notes['tea'] = 'Likes tea.'
    const second = await turn(await openRun(builder, { sessions, scope, id }), 'Two')
    const third = await (await openRun(builder, { sessions, scope, id })).next({ message: 'Three' })
    expect([cutOf(second), cutOf(third)]).toEqual([undefined, undefined])
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages)
    expect(third.messages.slice(0, second.messages.length)).toEqual(second.messages)
    expect([updates(second).length, updates(third).length]).toEqual([1, 1])
    expect(isStale(third)).toEqual([false, false])
  })

  it('are counted from what the provider has counted the last one as, whichever process makes them', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    const first = await run.next({ message: 'One, at some length' })
    const usage = { input: 2 * first.report.tokens.total, output: 20 }
    await run.append(assistant('The answer'), { usage })
    const { anchored } = (await (await openRun(talk(), { sessions, scope, id })).next({ message: 'Two' })).report.tokens
    expect(anchored).toBe(usage.input + usage.output)
  })

  it.each([
    ['usage', { usage: { inputTokens: 40 } }],
    ['usage', { usage: { input: 1.5 } }],
    ['operatoin', { operatoin: 'a' }],
  ] as const)('refuse the option %s as it is, and append nothing: %j', async (option, options) => {
    const sessions = createSessionStore()
    const run = await openRun(world().builder, { sessions, scope, id })
    await run.next({ message: 'One' })
    await expect(run.append(assistant('The answer'), options as object)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option },
    })
    expect(await stored(sessions)).toEqual([])
    const usage = { inputTokens: 40 } as never
    await expect(extend(world().builder, { scope, message: 'One', usage })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key: 'usage' },
    })
  })

  it('take no usage of a request that another one has replaced', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'One, at some length', operation: 'a' })
    await run.next({ message: 'Two, at some length', operation: 'b' })
    await run.append(assistant('The answer'), { operation: 'a', usage: { input: 40 } })
    const other = await openRun(talk(), { sessions, scope, id: 'other' })
    await other.next({ message: 'One, at some length', operation: 'a' })
    await other.next({ message: 'Two, at some length', operation: 'b' })
    await other.append(assistant('The answer'), { operation: 'b', usage: { input: 40 } })
    await sessions.append(scope, id, [user('And?'), assistant('So.')])
    expect((await run.next({ message: 'Three' })).report.tokens.anchored).toBe(40)
    expect((await other.next({ message: 'Three' })).report.tokens.anchored).toBe(40)
  })

  it('append the message with its answer', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'One' })
    expect(await stored(sessions)).toEqual([])
    const appended = await run.append([calls('a'), result('a')])
    expect(appended).toMatchObject({ start: 0, length: 3, repeated: false })
    const context = await run.next()
    expect(texts(context)).toHaveLength(3)
    await run.append(assistant('Done.'))
    expect(await stored(sessions)).toEqual([user('One'), calls('a'), result('a'), assistant('Done.')])
  })

  it('have a state, and a pending request until it is answered', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    expect([run.state, run.pending]).toEqual([undefined, undefined])
    const context = await run.next({ message: 'One', operation: 'job-1' })
    expect([run.state, run.pending]).toEqual([context.run, { operation: 'job-1', message: user('One') }])
    const other = await openRun(talk(), { sessions, scope, id })
    expect([other.state, other.pending]).toEqual([run.state, run.pending])
    await run.append(assistant('1'))
    const third = await openRun(talk(), { sessions, scope, id })
    expect([run.pending, third.state, third.pending]).toEqual([undefined, run.state, undefined])
  })

  it('do not take part in a session that something else has sent: its thinking is stale', async () => {
    const sessions = createSessionStore()
    await sessions.append(scope, id, [user('Before'), thought('before')])
    const run = await openRun(talk(), { sessions, scope, id })
    const first = await turn(run, 'One')
    expect([isStale(first), first.report.run]).toEqual([[true], expect.objectContaining({ epoch: 1 })])
    // Nobody asked for a cut: there was no run.
    expect(first.report.run?.cut).toBeUndefined()
    expect(isStale(await run.next({ message: 'Two' }))).toEqual([true, false])
  })

  it('begin anew if the record cannot be read', async () => {
    const sessions = createSessionStore()
    const { builder } = world()
    await turn(await openRun(builder, { sessions, scope, id }), 'One')
    const { version = 0 } = (await sessions.runs.read(scope, id)) ?? {}
    await sessions.runs.write(scope, id, { spec: 1, runs: { '': { pending: [{ base: 0, run: {} }] } } }, version)
    const run = await openRun(builder, { sessions, scope, id })
    expect(run.state).toBeUndefined()
    expect(isStale(await run.next({ message: 'Two' }))).toEqual([true])
  })
})

describe('a request that has no answer yet', () => {
  it('gives the same bytes again, whatever has changed, in any process', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    await turn(await openRun(builder, { sessions, scope, id }), 'One')
    notes['a'] = 'First.'
    const asked = await (await openRun(builder, { sessions, scope, id })).next({ message: 'Two' })
    notes['b'] = 'Second.'
    const run = await openRun(builder, { sessions, scope, id })
    const again = await run.next({ message: 'Two' })
    expect(bytes(again)).toBe(bytes(asked))
    await run.append(assistant('2'))
    expect(updates(await run.next({ message: 'Three' }))).toHaveLength(2)
  })

  it('gives the same bytes for the same operation only', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    const asked = await run.next({ message: 'One', operation: 'job' })
    const again = await openRun(talk(), { sessions, scope, id })
    expect(bytes(await again.next({ message: 'One', operation: 'job' }))).toBe(bytes(asked))
    await expect(again.next({ message: 'Other', operation: 'job' })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key: 'operation' },
    })
  })

  it('is replaced by another, with which its updates are announced again, and nothing is cut', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const run = await openRun(builder, { sessions, scope, id })
    const first = await turn(run, 'One')
    notes['a'] = 'First.'
    await run.next({ message: 'Never answered' })
    const other = await turn(run, 'Two')
    expect([cutOf(other), updates(other).length]).toEqual([undefined, 1])
    expect(texts(other).join()).not.toContain('Never answered')
    expect(other.messages.slice(0, first.messages.length)).toEqual(first.messages)
    expect(await stored(sessions)).toHaveLength(4)
  })

  it('is answered once: a repeated append changes nothing, and asking again is an error', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'One', operation: 'job' })
    await run.append(assistant('1'))
    const other = await openRun(talk(), { sessions, scope, id })
    expect(await other.append(assistant('1'), { operation: 'job' })).toMatchObject({ repeated: true, length: 2 })
    await expect(other.next({ message: 'One', operation: 'job' })).rejects.toMatchObject({
      code: 'RUN_ANSWERED',
      details: { session: id, operation: 'job' },
    })
    await turn(other, 'Two')
    expect(await other.append(assistant('1'), { operation: 'job' })).toMatchObject({ repeated: true })
    expect(await stored(sessions)).toHaveLength(4)
  })

  it('takes an answer from a process that did not ask', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    await turn(await openRun(builder, { sessions, scope, id }), 'One')
    notes['a'] = 'First.'
    const asked = await (await openRun(builder, { sessions, scope, id })).next({ message: 'Two', operation: 'batch-7' })
    const other = await openRun(builder, { sessions, scope, id })
    await other.append(thought('two'), { operation: 'batch-7' })
    expect((await stored(sessions)).slice(-2)).toEqual([user('Two'), thought('two')])
    const next = await other.next({ message: 'Three' })
    expect(next.messages.slice(0, asked.messages.length)).toEqual(asked.messages)
  })

  it('is appended with its message by a process that continues, also without an operation', async () => {
    const sessions = createSessionStore()
    await (await openRun(talk(), { sessions, scope, id })).next({ message: 'One' })
    const other = await openRun(talk(), { sessions, scope, id })
    await other.append(assistant('1'))
    await other.append(assistant('2'))
    expect(await stored(sessions)).toEqual([user('One'), assistant('1'), assistant('2')])
  })
})

describe('two requests for the same message that differ otherwise', () => {
  it('are told apart by what was asked for last', async () => {
    const sessions = createSessionStore()
    const place = { sessions, scope, id }
    const ask = async (key: string, text: string, message?: string): Promise<RunContext> => {
      const builder = talk().use(defineLayer('style', { order: 1, load: () => text }))
      const session = await openSession(sessions, scope, id)
      const { storedLength: length } = session
      const asked = message === undefined ? {} : { message: { role: 'user', content: message } as const }
      const { context } = await nextOfRun(
        place,
        async () => ({ length, base: length, key, ...asked }),
        (input) => extend(builder, { ...input, scope, session, ...asked }),
      )
      return context
    }
    const brief = await ask('brief', 'Be brief.', 'One')
    await ask('long', 'Be long.', 'One')
    expect(bytes(await ask('brief', 'Changed.', 'One'))).toBe(bytes(brief))
    await sessions.append(scope, id, [user('One'), thought('one')])
    const next = await ask('brief', 'Be brief.', 'Two')
    expect([next.system, cutOf(next)]).toEqual([brief.system, undefined])
  })
})

describe('two processes', () => {
  it('that begin a session: the one that answers second is refused', async () => {
    const sessions = createSessionStore()
    const [one, two] = [await openRun(talk(), { sessions, scope, id }), await openRun(talk(), { sessions, scope, id })]
    await one.next({ message: 'Mine' })
    await two.next({ message: 'Yours' })
    await two.append(assistant('Yours'))
    await expect(one.append(assistant('Mine'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
  })

  it('with different messages: the answer that is appended first wins, the other is refused', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const [one, two] = [
      await openRun(builder, { sessions, scope, id }),
      await openRun(builder, { sessions, scope, id }),
    ]
    await turn(one, 'Hello')
    notes['a'] = 'First.'
    const mine = await one.next({ message: 'Mine' })
    notes['b'] = 'Second.'
    await two.next({ message: 'Yours' })
    await one.append(thought('mine'))
    await expect(two.append(thought('yours'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    const next = await two.next({ message: 'Yours' })
    expect(next.messages.slice(0, mine.messages.length)).toEqual(mine.messages)
    expect([cutOf(next), isStale(next)]).toEqual([undefined, [false, false]])
    expect(updates(next).map((text) => text.includes('Second.'))).toEqual([false, true])
  })

  it('at the same moment with the same message send the same bytes', async () => {
    const sessions = createSessionStore()
    const on = (host: string): Promise<Run> =>
      openRun(talk().use(defineLayer('host', { order: 1, load: () => `Running on ${host}.` })), { sessions, scope, id })
    const [one, two] = [await on('one'), await on('two')]
    const [a, b] = await Promise.all([one.next({ message: 'Hello' }), two.next({ message: 'Hello' })])
    expect(bytes(a)).toBe(bytes(b))
    await one.append(assistant('Hi'))
    await expect(two.append(assistant('Hi'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
  })
})

describe('calls without results', () => {
  const asks: Message = {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} },
      { type: 'tool-approval-request', approvalId: 'ask', toolCallId: 'a' },
    ],
  }
  const waiting = async (): Promise<{ sessions: ReturnType<typeof createSessionStore>; run: Run }> => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One', calls('a', 'b'))
    await run.append(result('a'))
    return { sessions, run }
  }

  it('make a new message wait', async () => {
    const { run } = await waiting()
    await expect(run.next({ message: 'Hurry' })).rejects.toMatchObject({
      code: 'RUN_CALLS_OPEN',
      details: { session: id, calls: ['b'] },
    })
    await run.append(result('b'))
    expect(texts(await run.next({ message: 'Hurry' })).at(-1)).toBe('Hurry')
  })

  it('make a request without a message wait, too', async () => {
    const { run } = await waiting()
    await expect(run.next()).rejects.toMatchObject({ code: 'RUN_CALLS_OPEN', details: { calls: ['b'] } })
    const forced = await run.next({ interrupt: true })
    expect(texts(forced).join()).toContain('No result of this tool call')
  })

  it('of one id need a result each', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One', calls('a', 'a'))
    await run.append(result('a'))
    await expect(run.next()).rejects.toMatchObject({ code: 'RUN_CALLS_OPEN', details: { calls: ['a'] } })
    await run.append(result('a'))
    expect(texts(await run.next()).join()).not.toContain('No result of this tool call')
  })

  it('that wait for approval are not sent as failed: a message may be about them', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One', asks)
    await expect(run.next()).rejects.toMatchObject({ code: 'RUN_CALLS_OPEN', details: { calls: ['a'] } })
    const context = await run.next({ message: 'What for?' })
    expect(texts(context).join()).toContain('waits for approval')
    expect(texts(context).join()).not.toContain('error-text')
    await run.append(assistant('To look.'))
    await run.append({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ask', approved: true }] })
    await run.append(result('a', 'Seen at last.'))
    const told = await run.next({ message: 'And?' })
    expect(told.messages.slice(0, context.messages.length)).toEqual(context.messages)
    expect(texts(told).at(-1)).toContain('Seen at last.')
  })

  it('are announced as denied if the person decides after a message', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One', asks)
    const context = await run.next({ message: 'What for?' })
    await run.append(assistant('To look.'))
    const said = { type: 'tool-approval-response', approvalId: 'ask', approved: false, reason: 'Not now.' } as const
    await run.append({ role: 'tool', content: [said] })
    const told = await run.next({ message: 'And?' })
    expect(told.messages.slice(0, context.messages.length)).toEqual(context.messages)
    expect(texts(told).at(-1)).toContain('Denied. Not now.')
  })

  it('that were denied do not make it wait', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One', asks)
    await run.append({
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'ask', approved: false }],
    })
    expect(texts(await run.next()).join()).toContain('execution-denied')
  })

  it('come before a message that was appended meanwhile', async () => {
    const { run } = await waiting()
    await run.append(user('Hurry'))
    await run.append(result('b'))
    const context = await run.next()
    expect(context.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    await run.append(assistant('Yes.'))
    const next = await run.next({ message: 'More' })
    expect(next.messages.slice(0, 5)).toEqual(context.messages)
  })

  it('get a stand-in if a message interrupts them, which stays when the result comes: an update tells it', async () => {
    const { run } = await waiting()
    const context = await run.next({ message: 'Hurry', interrupt: true })
    await run.append([assistant('I stop.')])
    await run.append(result('b', 'late'))
    const next = await run.next({ message: 'Go on' })
    expect(next.messages.slice(0, context.messages.length)).toEqual(context.messages)
    expect(texts(next).at(-1)).toMatch(/^<context-update layer="tool-results">.*\blate\b/s)
  })
})

describe('a fork', () => {
  const forked = async (at?: number): Promise<RunContext> => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const run = await openRun(builder, { sessions, scope, id })
    for (const text of ['One', 'Two', 'Three']) {
      notes[text] = `Note ${text}.`
      await turn(run, text)
    }
    await sessions.transfer.fork(scope, id, 'fork', at)
    return (await openRun(builder, { sessions, scope, id: 'fork' })).next({ message: 'Four' })
  }

  it('continues the run at its end', async () => {
    const next = await forked()
    expect([cutOf(next), isStale(next), updates(next).length]).toEqual([undefined, [false, false, false], 2])
  })

  it('continues the run from a place within the epoch, whose thinking stays valid', async () => {
    const [before, earlier] = [await forked(4), await forked(2)]
    expect([cutOf(before), isStale(before), updates(before).length]).toEqual([undefined, [false, false], 2])
    expect([cutOf(earlier), isStale(earlier), updates(earlier).length]).toEqual(['edited', [false], 1])
  })

  it('of an older epoch begins anew', async () => {
    const sessions = createSessionStore()
    const { builder } = world()
    const run = await openRun(builder, { sessions, scope, id })
    for (const text of ['One', 'Two']) await turn(run, text)
    await run.cut()
    for (const text of ['Three', 'Four']) await turn(run, text)
    await sessions.transfer.fork(scope, id, 'fork', 2)
    const next = await (await openRun(builder, { sessions, scope, id: 'fork' })).next({ message: 'Five' })
    expect([cutOf(next), isStale(next)]).toEqual(['edited', [true]])
  })
})

describe('a cut that is asked for', () => {
  it('comes with the next request, and again if that is never answered', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One')
    await run.cut()
    const other = await openRun(talk(), { sessions, scope, id })
    expect(cutOf(await other.next({ message: 'Never answered' }))).toBe('asked')
    expect(cutOf(await turn(other, 'Two'))).toBe('asked')
    expect(cutOf(await other.next({ message: 'Three' }))).toBeUndefined()
  })
})

describe('what was erased', () => {
  it('is removed from the stored run at once', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    notes['secret'] = 'The code is 4711.'
    const run = await openRun(builder, { sessions, scope, id })
    await turn(run, 'One')
    expect(await run.scrub()).toBeUndefined()
    delete notes['secret']
    expect(JSON.stringify(await sessions.runs.read(scope, id))).toContain('4711')
    expect(await run.scrub()).toMatchObject({ reason: 'revoked', thinkingLost: 1 })
    expect(JSON.stringify(await sessions.runs.read(scope, id))).not.toContain('4711')
    expect(JSON.stringify(run.state)).not.toContain('4711')
    const next = await run.next({ message: 'Two' })
    expect([cutOf(next), isStale(next), bytes(next).includes('4711')]).toEqual([undefined, [true], false])
  })

  it('is removed from a request that has no answer yet', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const run = await openRun(builder, { sessions, scope, id })
    await turn(run, 'One')
    notes['secret'] = 'The code is 4711.'
    await run.next({ message: 'Two' })
    delete notes['secret']
    expect(await run.scrub()).toMatchObject({ reason: 'revoked' })
    expect(JSON.stringify(await sessions.runs.read(scope, id))).not.toContain('4711')
    const again = await run.next({ message: 'Two' })
    expect([cutOf(again), isStale(again), bytes(again).includes('4711')]).toEqual(['asked', [true], false])
  })

  it('makes the thinking of an answer stale that comes after it was removed', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    const run = await openRun(builder, { sessions, scope, id })
    await turn(run, 'One')
    notes['secret'] = 'The code is 4711.'
    await run.next({ message: 'Two' })
    delete notes['secret']
    await run.scrub()
    await run.append(thought('late'))
    expect(isStale(await turn(run, 'Three'))).toEqual([true, true])
    expect(isStale(await run.next({ message: 'Four' }))).toEqual([true, true, false])
  })

  it('leaves the stored run with the next request, also if that is never answered', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    notes['secret'] = 'The code is 4711.'
    const run = await openRun(builder, { sessions, scope, id })
    await turn(run, 'One')
    await run.next({ message: 'Replaced' })
    delete notes['secret']
    expect(cutOf(await run.next({ message: 'Never answered' }))).toBe('revoked')
    expect(JSON.stringify(await sessions.runs.read(scope, id))).not.toContain('4711')
    expect(isStale(await turn(run, 'Two'))).toEqual([true])
    expect(isStale(await run.next({ message: 'Three' }))).toEqual([true, false])
  })

  it('is not sent again by a retry', async () => {
    const sessions = createSessionStore()
    const { notes, builder } = world()
    notes['secret'] = 'The code is 4711.'
    const run = await openRun(builder, { sessions, scope, id })
    await run.next({ message: 'One' })
    delete notes['secret']
    const again = await run.next({ message: 'One' })
    expect([cutOf(again), bytes(again).includes('4711')]).toEqual(['revoked', false])
  })

  it('goes with its session', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await turn(run, 'One')
    await sessions.delete(scope, id)
    const other = await openRun(talk(), { sessions, scope, id })
    expect(other.state).toBeUndefined()
    const next = await turn(other, 'Anew')
    expect([texts(next), next.report.run]).toEqual([['Anew'], undefined])
  })
})

describe('what cannot be opened or asked', () => {
  it.each([
    [{ sessions: {}, scope, id }, 'sessions'],
    [{ sessions: { ...createSessionStore(), runs: undefined }, scope, id }, 'sessions'],
    [{ sessions: createSessionStore(), scope, id: 4 }, 'id'],
    [{ sessions: createSessionStore(), id }, 'scope'],
    [{ sessions: createSessionStore(), scope, id, name: 'x' }, 'name'],
  ])('is an error that names the option', async (options, option) => {
    await expect(openRun(talk(), options as never)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option },
    })
  })

  it.each(['', 'x'.repeat(201), 7])('is an operation such as %j', async (operation) => {
    const run = await openRun(talk(), { sessions: createSessionStore(), scope, id })
    await expect(run.next({ message: 'One', operation: operation as string })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key: 'operation' },
    })
  })
})
