import { type AssistantPart, defineLayer, type Message } from '@lamella/core'
import { expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

/** Returns how often the inputs are read in a build with calls without results, all in one message. */
async function readsFor(calls: number): Promise<number> {
  let reads = 0
  const input = {
    get index(): number {
      reads++
      return 1
    },
  }
  const content = Array.from(
    { length: calls },
    (_, index): AssistantPart => ({ type: 'tool-call', toolCallId: `c${index}`, toolName: 'look', input }),
  )
  const messages: readonly Message[] = [
    { role: 'user', content: 'Look' },
    { role: 'assistant', content },
  ]
  const history = defineLayer('history', { placement: 'messages', load: () => [{ id: 'm', content: messages }] })
  const message = defineLayer('message', { placement: 'messages', load: () => [{ id: 'n', content: 'Well?' }] })
  const { report } = await start().use(history).use(message).budget({ window: 1_000_000, reserve: 0 }).build({ scope })
  const repairs = report.rows.filter(({ reason }) => reason === 'repair')
  expect(repairs).toHaveLength(calls)
  expect(new Set(repairs.map(({ tokensBefore, tokensAfter }) => `${tokensBefore} ${tokensAfter}`)).size).toBe(1)
  return reads
}

it('rows of one fragment count it once, however many repairs it has', async () => {
  expect((await readsFor(200)) / (await readsFor(100))).toBeLessThan(3)
})
