import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme', session: 's' }
const words = 'the garden is quiet and somebody walks along the old wall while it rains a little more'.split(' ')
const text = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => words[(seed * 7 + at * 3) % words.length]).join(' ')

/** A turn of plain text, with a result of about 1,100 characters. */
const turn = (n: number): readonly Message[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'look', input: { n } }] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: `c${n}`, toolName: 'look', output: { type: 'text', value: text(n, 230) } },
    ],
  },
  { role: 'assistant', content: text(n + 1, 40) },
]

it('a cut keeps half of the budget, less the largest step: what the digest does not take goes to the messages', async () => {
  const builder = createContext().use([history(), message()]).budget({ window: 40_000, reserve: 4_000 })
  const run = await openRun(builder, { sessions: createSessionStore(), scope, id: 's' })
  const kept: number[] = []
  for (let n = 0; kept.length < 2; n++) {
    const { report } = await run.next({ message: text(n, 20) })
    if (report.run?.cut) kept.push(report.tokens.total)
    await run.append(turn(n))
  }
  // Half of 36,000 tokens; a turn takes some 400.
  for (const tokens of kept) {
    expect(tokens).toBeLessThanOrEqual(18_000)
    expect(tokens).toBeGreaterThan(17_000)
  }
})
