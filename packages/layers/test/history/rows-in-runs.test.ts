import { type BuiltContext, createContext, type Message, type ReportRow } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { history, message } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'u1' }
const id = 'telegram_4711'

const lookUp = (index: number, characters: number): readonly Message[] => {
  const call = { toolCallId: `c${index}`, toolName: 'search' }
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...call,
          output: { type: 'text', value: 'A line of a result.\n'.repeat(characters / 20) },
        },
      ],
    },
  ]
}

/** Asks until an epoch ends, and twice more. Every turn has a call. */
async function cutRun(
  window: number,
  characters: number,
): Promise<{ cut: BuiltContext; later: readonly BuiltContext[] }> {
  const sessions = createSessionStore()
  const builder = createContext()
    .use([history({ digest: false }), message()])
    .budget({ window, reserve: 500 })
  const run = await openRun(builder, { sessions, scope, id })
  let cut: BuiltContext | undefined
  const later: BuiltContext[] = []
  for (let index = 0; later.length < 2; index++) {
    const context = await run.next({ message: `Question ${index}?` })
    if (context.report.run?.cut && cut === undefined) cut = context
    else if (cut) later.push(context)
    await run.append(lookUp(index, characters))
    await run.next()
    await run.append({ role: 'assistant', content: `Answer ${index}.` })
  }
  return { cut: cut as BuiltContext, later }
}

const by = (action: string, { report }: BuiltContext): readonly ReportRow[] =>
  report.rows.filter((row) => row.reason !== 'repair' && row.action === action)

describe('the reports after a cut', () => {
  it('name each shortened message in each request of the epoch', async () => {
    const { cut, later } = await cutRun(6_000, 2_000)
    const shortened = by('shortened', cut)
    expect(shortened.length).toBeGreaterThan(0)
    for (const context of later) {
      const { report } = context
      expect(report.run?.cut).toBeUndefined()
      expect(by('shortened', context)).toEqual(shortened)
      expect(report.truncated).toBe(true)
      expect(report.layers['history']).toMatchObject({ shortened: shortened.length })
      expect(explain(report)).toContain('shortened')
      const saved = shortened.reduce((sum, row) => sum + row.tokensBefore - row.tokensAfter, 0)
      const { asked = 0, got = 0 } = report.layers['history'] ?? {}
      expect(asked - got).toBeGreaterThanOrEqual(saved)
    }
  })

  it('say in one row how much was dropped, and where it is', async () => {
    const { cut, later } = await cutRun(1_200, 60)
    const dropped = by('dropped', cut)
    expect(dropped.length).toBeGreaterThan(1)
    const tokens = dropped.reduce((sum, row) => sum + row.tokensBefore, 0)
    for (const context of later) {
      const [row, ...others] = by('dropped', context)
      expect(others).toEqual([])
      expect(row).toMatchObject({
        layer: 'history',
        fragment: dropped[0]?.fragment,
        count: dropped.length,
        tokensBefore: tokens,
        tokensAfter: 0,
      })
      const ranges = row?.reason === 'repair' ? [] : (row?.positions ?? [])
      const named = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => `m${start + at}`))
      expect(named).toEqual(dropped.map(({ fragment }) => fragment))
      expect(context.report.truncated).toBe(true)
      expect(context.report.layers['history']?.dropped).toBe(dropped.length)
      expect(explain(context.report)).toMatch(new RegExp(`history: ${dropped.length} fragments +dropped +window`))
    }
  })

  it('say nothing where nothing was left out', async () => {
    const sessions = createSessionStore()
    const builder = createContext().use([history(), message()]).budget({ window: 8_000, reserve: 500 })
    const run = await openRun(builder, { sessions, scope, id })
    await run.next({ message: 'One?' })
    await run.append({ role: 'assistant', content: 'One.' })
    await run.cut()
    for (const text of ['Two?', 'Three?']) {
      const { report } = await run.next({ message: text })
      expect([report.rows, report.truncated, report.layers['history']?.omitted]).toEqual([[], false, []])
      await run.append({ role: 'assistant', content: 'Yes.' })
    }
  })
})

describe('the first request of a run in a session that something else has sent', () => {
  it('reports no cut, for there was nothing to cut', async () => {
    const sessions = createSessionStore()
    await sessions.append(scope, id, [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello.' },
    ])
    const builder = createContext().use([history(), message()]).budget({ window: 8_000, reserve: 500 })
    const run = await openRun(builder, { sessions, scope, id })
    const { report } = await run.next({ message: 'Go on' })
    expect(report.run).toMatchObject({ epoch: 1, updates: [] })
    expect(report.run?.cut).toBeUndefined()
    expect(explain(report)).not.toContain('cut')
  })
})
