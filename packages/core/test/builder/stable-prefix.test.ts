import { defineLayer, type Layer } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories } from '../support/histories.ts'
import { scope, start } from '../support/layers.ts'

const rules = defineLayer('rules', { order: 1, stability: 'static', load: () => 'Be kind.' })
const turn = defineLayer('turn', {
  order: 9,
  placement: 'messages',
  load: ({ message }) => (message ? [{ id: 'new', content: [message], pinned: true }] : []),
})
const past: Layer = defineLayer('past', {
  order: 5,
  placement: 'messages',
  load: async ({ session, signal }) =>
    (await session.read(0, session.length, { signal })).map((message, index) => ({
      id: `m${index}`,
      content: [message],
    })),
})
const builder = start().use([rules, past, turn]).budget({ window: 100_000, reserve: 0 })

describe('the prefix of a context', () => {
  it('G8: repeats the last request byte for byte up to its first turn fragment, when no cut moved', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async (messages) => {
        const before = await builder.build({ scope, session: messages, message: 'one' })
        const grown = [
          ...messages,
          { role: 'user' as const, content: 'one' },
          { role: 'assistant' as const, content: '1' },
        ]
        const after = await builder.build({ scope, session: grown, message: 'two' })
        expect(after.system).toEqual(before.system)
        const same = before.messages.length - 1
        // A call at the very end that waits for its result has a stand-in until the result arrives.
        expect(JSON.stringify(after.messages.slice(0, same))).toBe(JSON.stringify(before.messages.slice(0, same)))
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 250) },
    )
  })

  it('G9: builds do not change their input, and read nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(histories(), fc.integer({ min: 60, max: 300 }), async (messages, window) => {
        let reads = 0
        const session = {
          length: messages.length,
          read: (start: number, end: number) => {
            reads++
            return messages.slice(start, end)
          },
        }
        deepFreeze(messages)
        const request = Object.freeze({ scope: Object.freeze({ ...scope }), session, message: 'new' })
        await builder.budget({ window, reserve: 0 }).build(request)
        expect(reads).toBe(1)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 250) },
    )
  })
})
