import { batchByTurn, compressMessages } from '@lamella/compaction'
import { createContext, type Message, type Session } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'

const scope = { tenant: 'acme' }
const builder = createContext().use([history(), message()]).budget({ window: 4_000, reserve: 500 })

/** The first turns of a conversation: each a question and its answer. */
function turns(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, index): readonly Message[] => [
    { role: 'user', content: `Question ${index}?` },
    { role: 'assistant', content: `Answer ${index}.` },
  ]).flat()
}

function ask(turn: number, session: Session | readonly Message[], run?: RunState): Promise<RunContext> {
  return extend(builder, { scope, session, message: `Question ${turn}?`, ...(run && { run }) })
}

const contents = ({ messages }: RunContext): readonly unknown[] => messages.map(({ content }) => content)

describe('compression in a run', () => {
  it('begins a new epoch when a stored summary replaces messages, and then extends it', async () => {
    const store = createSessionStore({ ranker: wordRanker })
    await store.append(scope, 's1', turns(5))
    const first = await ask(5, await openSession(store, scope, 's1'))
    await store.append(scope, 's1', turns(6).slice(10))

    const strategy = { type: 'recursiveSummarization', chunkSize: 20, keepRecent: 2, summarize: () => 'S.' } as const
    const { compactions } = await compressMessages(batchByTurn(turns(6)), strategy)
    for (const one of compactions) await store.compactions.add(scope, 's1', one)
    const cut = await ask(6, await openSession(store, scope, 's1'), first.run)
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'asked' } })
    const [digest, ...rest] = contents(cut)
    expect(digest).toContain('#0: Question 0?')
    expect(rest).toEqual([expect.stringContaining('S.'), 'Question 5?', 'Answer 5.', 'Question 6?'])

    await store.append(scope, 's1', turns(7).slice(12))
    const next = await ask(7, await openSession(store, scope, 's1'), cut.run)
    expect(next.report.run).toMatchObject({ epoch: 2, updates: [] })
    expect(contents(next)).toEqual([...contents(cut), 'Answer 6.', 'Question 7?'])
  })

  it('declares a cut and repeats no message if truncated messages are passed as the session', async () => {
    const first = await ask(5, turns(5))
    const { messages } = await compressMessages(batchByTurn(turns(6)), { type: 'truncate', keepRecent: 4 })
    const cut = await ask(6, messages, first.run)
    expect(cut.report.run?.cut?.reason).toBe('edited')
    expect(contents(cut)).toEqual([...messages.map(({ content }) => content), 'Question 6?'])
  })

  it('begins anew if the session ends before everything that the epoch sends', async () => {
    const long = turns(60).map(
      (one): Message => ({ ...one, content: `${one.content} ${'word '.repeat(60)}` }) as Message,
    )
    let { run } = await ask(58, long.slice(0, 116))
    const later = await ask(60, long, run)
    run = JSON.parse(JSON.stringify(later.run)) as RunState
    expect(run.kept[0]?.[0]).toBeGreaterThan(10)
    const cut = await ask(2, turns(2), run)
    expect(cut.report.run?.cut?.reason).toBe('edited')
    expect(contents(cut)).toEqual(['Question 0?', 'Answer 0.', 'Question 1?', 'Answer 1.', 'Question 2?'])
  })
})
