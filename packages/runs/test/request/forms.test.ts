import type { Fragment, Message } from '@lamella/core'
import { extend, type RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../../../core/test/support/layers.ts'
import { assistant, calls, converse, cutOf, history, question, result, talk, texts, user } from '../support/runs.ts'

const rowsOf = ({ report }: RunContext): readonly unknown[] =>
  report.rows.map((row) => (row.reason === 'repair' ? [row.fragment, row.repair, row.id] : [row.fragment, row.action]))

describe('a stand-in for a result', () => {
  it('stays when the result comes late, which an update tells', async () => {
    const talking = converse(talk())
    await talking.turn('One', calls('c1', 'c2'))
    talking.add(result('c1'))
    const second = await talking.turn('Two')
    expect(texts(second).join()).toContain('[No result of this tool call was recorded.]')
    talking.add(result('c2', 'Too late.'))
    const third = await talking.turn('Three')
    expect(texts(third).join()).toContain('[No result of this tool call was recorded.]')
    expect(texts(third).at(-1)).toMatch(
      /<context-update layer="tool-results">\n.*c2 of look.*\nToo late\.\n<\/context-update>/s,
    )
    expect(rowsOf(third)).toEqual([
      ['m1', 'result-added', 'c2'],
      ['m5', 'result-late', 'c2'],
    ])
    const fourth = await talking.turn('Four')
    expect(cutOf(fourth)).toBeUndefined()
    expect(texts(fourth).join().split('Too late.')).toHaveLength(2)
    expect(rowsOf(fourth)).toEqual([['m1', 'result-added', 'c2']])
    // In the next epoch the result is after that of the other call, as if it had come in time.
    const cut = await talking.ask('Five', { cut: true })
    expect(cut.report.run?.cut?.reason).toBe('asked')
    expect(texts(cut).join()).not.toContain('No result')
    expect(
      texts(cut)
        .slice(2, 4)
        .map((text) => text.includes('Too late.')),
    ).toEqual([false, true])
  })

  it('that a policy does without stays away, too', async () => {
    const talking = converse(talk().repair({ missingResult: 'drop' }))
    await talking.turn('One', calls('c1'))
    expect(texts(await talking.turn('Two'))).toEqual(['One', 'Two'])
    talking.add(result('c1', 'Too late.'))
    const third = await talking.turn('Three')
    expect(texts(third).slice(0, 4)).toEqual(['One', 'Two', 'Answer to Two', 'Three'])
    expect(texts(third)[4]).toContain('Too late.')
    expect(rowsOf(third)).toEqual([
      ['m1', 'call-dropped', 'c1'],
      ['m4', 'result-late', 'c1'],
    ])
  })

  it('in the middle of parallel calls stays for all of the epoch', async () => {
    const talking = converse(talk())
    await talking.ask('One')
    talking.add(user('One'), calls('c1', 'c2'), result('c1'))
    expect(texts(await talking.ask(undefined)).join()).toContain('No result')
    talking.add(result('c2', 'Second.'))
    const next = await talking.ask(undefined)
    expect([cutOf(next), texts(next).join().includes('Second.')]).toEqual([undefined, false])
    expect(rowsOf(next)).toContainEqual(['m3', 'result-late', 'c2'])
    // It waits for the next message of the user, and says so until then.
    talking.add(assistant('Only the first.'))
    expect(rowsOf(await talking.ask(undefined))).toContainEqual(['m3', 'result-late', 'c2'])
    const told = await talking.ask('And the second?')
    expect([cutOf(told), texts(told).at(-1)?.includes('Second.')]).toEqual([undefined, true])
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
    expect([cutOf(next), texts(next).join().includes('waits for approval')]).toEqual(['edited', true])
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
    const first = await extend(builder, { scope, session: begun })
    const last = first.messages.at(-1) as Message
    expect(first.messages).toHaveLength(2)
    const lost = begun.findLast((message) => !first.messages.includes(message)) as Message
    const next = await extend(builder, {
      scope,
      session: [...begun, assistant('Yes.')],
      message: 'So?',
      run: first.run,
    })
    expect([cutOf(next), next.messages.slice(0, 2)]).toEqual([undefined, [begun[0], last]])
    expect(next.messages).not.toContain(lost)
  })
})
