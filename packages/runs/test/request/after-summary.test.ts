import { type BuiltContext, type ContextBuilder, defineLayer, type Message } from '@lamella/core'
import { type NewCompaction, summaryRange } from '@lamella/core/plugin'
import { openRun, type Run, sentPrefix } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { calls, result, talk, thought } from '../support/runs.ts'

/** A conversation in a store, of three turns with thinking. */
async function three(builder: ContextBuilder<string> = talk()) {
  const sessions = createSessionStore()
  const run = await openRun(builder, { sessions, scope, id: 's' })
  for (const turn of [0, 1, 2]) {
    await run.next({ message: `Question ${turn}` })
    await run.append(thought(`answer ${turn}`))
  }
  /** Replaces messages with a summary of its provider, which had read what the run had sent before them. */
  const compact = async (end: number, more: Partial<NewCompaction> = {}): Promise<void> => {
    const prefix = run.state && sentPrefix(run.state, end)
    const native = { format: 'anthropic', content: { type: 'compaction' }, ...(prefix && { prefix }) }
    await sessions.compactions?.add(scope, 's', { start: 0, end, text: 'They spoke.', native, ...more })
  }
  return { sessions, run, compact }
}

/** A conversation of four turns, in the last of which an update was told. */
async function changed() {
  let text = 'First.'
  const load = () => [{ id: 'notes', content: text }]
  const notes = defineLayer('notes', { order: 1, priority: 1, update: 'replace', load })
  const conversation = await three(talk().use(notes))
  text = 'Second.'
  await conversation.run.next({ message: 'And now?' })
  await conversation.run.append(thought('answer 3'))
  return conversation
}

/** Which messages have thinking, and whether it is marked as stale. */
const thinking = ({ messages }: BuiltContext): readonly boolean[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) =>
          part.type === 'reasoning' ? [part.providerOptions?.['lamella']?.['stale'] === true] : [],
        ),
  )

const kept = async (run: Run): Promise<readonly boolean[]> => thinking(await run.next({ message: 'And now?' }))

describe('a run after a summary of its provider', () => {
  it('keeps head, turns and thinking, begins an epoch, and goes on from there', async () => {
    const { run, compact, sessions } = await three()
    const before = run.state
    await compact(4)
    const context = await run.next({ message: 'And now?' })
    const [summary, ...rest] = context.messages
    expect(summaryRange(summary as Message)).toEqual({ start: 0, end: 4 })
    expect(rest.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(thinking(context)).toEqual([false])
    expect(context.report.run).toMatchObject({ epoch: 2, cut: { reason: 'asked', thinkingLost: 0 } })
    expect(run.state?.head).toEqual(before?.head)
    await run.append(thought('answer 3'))
    const next = await (await openRun(talk(), { sessions, scope, id: 's' })).next({ message: 'More?' })
    expect(next.report.run?.cut).toBeUndefined()
    expect(next.messages.slice(0, 4)).toEqual(context.messages)
    expect(thinking(next)).toEqual([false, false])
  })

  it('keeps it again after the summary of that summary', async () => {
    const { run, compact } = await three()
    await compact(2)
    await run.next({ message: 'And now?' })
    await run.append(thought('answer 3'))
    // Three messages are shown before the turn that is kept: the summary and a turn. In the store they are four.
    const prefix = run.state && sentPrefix(run.state, 3)
    await compact(4, { native: { format: 'anthropic', content: {}, ...(prefix && { prefix }) } })
    expect(await kept(run)).toEqual([false, false])
  })

  it.each<[string, Partial<NewCompaction>]>([
    ['was made of something else', { native: { format: 'anthropic', content: {}, prefix: 'other' } }],
    ['is of a provider that binds no thinking to it', { native: { format: 'anthropic', content: {} } }],
    ['does not replace the first messages', { start: 2 }],
  ])('treats all thinking as stale if the summary %s', async (_, more) => {
    const { run, compact } = await three()
    await compact(4, more)
    expect(new Set(await kept(run))).toEqual(new Set([true]))
  })

  it('treats it as stale where another model or head follows', async () => {
    for (const change of ['model', 'head'] as const) {
      const { compact, sessions } = await three()
      await compact(4)
      const notes = defineLayer('notes', { order: 1, priority: 1, load: () => [{ id: 'n', content: 'New.' }] })
      const other: ContextBuilder<string> =
        change === 'model' ? talk().parameters({ model: 'other' }) : talk().use(notes)
      const context = await (await openRun(other, { sessions, scope, id: 's' })).next({ message: 'And now?' })
      // A new layer is told beside the message; another model reads no thinking of this one.
      expect(thinking(context)).toEqual([change === 'model'])
    }
  })

  it('announces again beside the message what only updates before the summary had announced', async () => {
    const { run, compact } = await changed()
    await run.next({ message: 'More?' })
    await run.append(thought('answer 4'))
    await compact(8)
    const context = await run.next({ message: 'And then?' })
    expect(context.system.map(({ content }) => content)).toEqual(['First.'])
    expect(JSON.stringify(context.messages.at(-1))).toContain('Second.')
    expect(thinking(context)).toEqual([false])
  })

  it('makes a new head if that is so in the middle of a turn, where nothing can be announced', async () => {
    const { run, compact } = await changed()
    await run.next({ message: 'Look.' })
    await run.append(calls('a'))
    await run.append(result('a'))
    await compact(8)
    const context = await run.next()
    expect(context.system.map(({ content }) => content)).toEqual(['Second.'])
  })

  it('makes a new head where what is kept does not fit beside the old one', async () => {
    const { compact, sessions } = await three()
    await compact(4)
    const small = await openRun(talk(150), { sessions, scope, id: 's' })
    const context = await small.next({ message: 'And now?' })
    expect(context.report.run?.cut?.reason).toBe('asked')
    expect(new Set(thinking(context))).toEqual(new Set([true]))
  })
})

describe('openRun with a format', () => {
  it('shows the messages that a summary replaced if another provider alone can read it', async () => {
    const { sessions, compact } = await three()
    await compact(4, { native: { format: 'openai-responses', content: [{}], opaque: true } })
    const shown = async (format: string | readonly string[]): Promise<number> => {
      const run = await openRun(talk(), { sessions, scope, id: 's', format })
      return (await run.next({ message: 'And now?' })).messages.length
    }
    expect([await shown('anthropic'), await shown(['openai-chat', 'openai-responses'])]).toEqual([7, 4])
  })
})

describe('sentPrefix', () => {
  it('is one text for one beginning, and none if the run had left out something of it', async () => {
    const { run } = await three()
    const state = run.state
    if (!state) throw new Error('no run')
    expect(sentPrefix(state, 4)).toBe(sentPrefix(JSON.parse(JSON.stringify(state)), 4))
    const others = [
      { ...state, epoch: 2 },
      { ...state, model: 'other' },
      { ...state, head: { ...state.head, lead: [{ layer: 'x', message: { role: 'user', content: 'x' } as const }] } },
      { ...state, inserts: [{ at: 3, layer: 'x', message: { role: 'user', content: 'x' } as const, told: {} }] },
      { ...state, stale: [[0, 2] as const] },
      { ...state, summaries: 'other' },
    ]
    for (const other of others) expect(sentPrefix(other, 4)).not.toBe(sentPrefix(state, 4))
    // What came later does not count.
    const later = [{ at: 5, layer: 'x', message: { role: 'user', content: 'x' } as const, told: {} }]
    expect(sentPrefix({ ...state, inserts: later }, 4)).toBe(sentPrefix(state, 4))
    expect(sentPrefix({ ...state, kept: [[2, 6]] }, 4)).toBeUndefined()
    expect(
      sentPrefix(
        {
          ...state,
          kept: [
            [0, 2],
            [3, 6],
          ],
        },
        4,
      ),
    ).toBeUndefined()
  })
})
