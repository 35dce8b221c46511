import type { Message } from '@lamella/core'
import { summaryMessage, summaryRange } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MessageBatch, toBatches } from '../../src/compression/batch.ts'
import { compressMessages } from '../../src/compression/compress-messages.ts'
import { framing } from './support.ts'

const scope = { tenant: 'acme', user: 'ada' }
const request = { signal: new AbortController().signal }
const options = { tokenizer: charTokenizer, framing } as const
const summarize = (): string => 'short'
const say = (text: string): Message => ({ role: 'user', content: text.padEnd(60, '.') })

describe('a compression saved in a store', () => {
  it('is shown by the opened session exactly as returned, however often the session grows and is compressed again', async () => {
    const round = fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 3 }),
        state: fc.constantFrom('complete', 'complete', 'complete', 'incomplete', 'active'),
      }),
      { maxLength: 5 },
    )
    let compacted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const store = createSessionStore()
        const states = new Map<string, string>()
        for (const batches of rounds) {
          for (const { size, state } of batches) {
            const id = `b${states.size}`
            states.set(id, state)
            const messages = Array.from({ length: size }, (_, index) => say(`${id} ${index}`))
            await store.append(scope, 's', messages)
          }
          const opened = await openSession(store, scope, 's')
          const shown = await opened.read(0, opened.length, request)
          const result = await compressMessages(
            toBatches(shown, (message) => {
              const id = summaryRange(message) ? `summary ${summaryRange(message)?.start}` : firstWord(message)
              const state = states.get(id)
              return { id, complete: state === undefined || state === 'complete', active: state === 'active' }
            }),
            { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 3, summarize },
            options,
          )
          for (const one of result.compactions) await store.compactions?.add(scope, 's', one)
          compacted += result.compactions.length
          const after = await openSession(store, scope, 's')
          const now = await after.read(0, after.length, request)
          const isExcluded = (message: Message): boolean =>
            summaryRange(message) === undefined && states.get(firstWord(message)) === 'incomplete'
          expect(now.filter((message) => !isExcluded(message))).toEqual(result.messages)
          // Incomplete batches are never covered.
          for (const id of states.keys()) {
            if (states.get(id) !== 'complete') expect(now.map(firstWord)).toContain(id)
          }
        }
      }),
      { numRuns: 400 },
    )
    expect(compacted).toBeGreaterThan(400)
  })

  it('is marked as a summary, with the messages it covers and its author', async () => {
    const messages = [say('one'), say('two')]
    const result = await compressMessages(
      [{ id: 'a', complete: true, messages }],
      { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 10, summarize: () => '  Two\r\nthings. \ud800 ' },
      { ...options, start: 40 },
    )
    expect(result).toEqual({
      messages: [
        {
          role: 'user',
          content: '[Summary of messages 41 to 42 of this conversation]\nTwo\nthings. \ufffd',
          providerOptions: { lamella: { summary: { start: 40, end: 42 } } },
        },
      ],
      replaced: [{ start: 40, end: 42, batches: ['a'] }],
      compactions: [{ start: 40, end: 42, text: 'Two\nthings. \ufffd', origin: { by: 'agent', from: 'summary' } }],
      excluded: [],
      failed: [],
      calls: 1,
    })
  })
})

describe('summaries among the messages', () => {
  const summary = (start: number, end: number): Message => summaryMessage({ start, end, text: 'x'.repeat(100) })
  const batch = (id: string, ...messages: readonly Message[]): MessageBatch => ({ id, complete: true, messages })
  const strategy = { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 10, summarize } as const

  it('replace the positions that they name, and are summarized again with the messages after them', async () => {
    const batches = [batch('s', summary(0, 40)), batch('a', say('one'))]
    const { compactions } = await compressMessages(batches, strategy, options)
    expect(compactions).toMatchObject([{ start: 0, end: 41 }])
  })

  it('are left alone if there is nothing else to compress, so nothing is compressed repeatedly', async () => {
    let asked = 0
    const counted = { ...strategy, summarize: () => `${asked++}` }
    const once = await compressMessages([batch('s', summary(0, 40))], counted, options)
    expect(once).toMatchObject({ unchanged: 'nothing-to-compress', calls: 0 })
    expect(asked).toBe(0)
  })

  it('do not cover missing messages: a gap before one splits the runs', async () => {
    const batches = [batch('a', say('one')), batch('s', summary(5, 9)), batch('b', say('two'))]
    const { replaced } = await compressMessages(batches, strategy, options)
    expect(replaced).toEqual([
      { start: 0, end: 1, batches: ['a'] },
      { start: 5, end: 10, batches: ['s', 'b'] },
    ])
    const inside = await compressMessages([batch('a', say('one'), summary(5, 9))], strategy, options)
    expect(inside).toMatchObject({ unchanged: 'failed', failed: [{ start: 0, end: 9, reason: 'gap' }], calls: 0 })
  })

  it('count as one message each if the caller says that they are messages of the session itself', async () => {
    const batches = [batch('s', summary(0, 40)), batch('a', say('one'))]
    const { compactions } = await compressMessages(batches, strategy, { ...options, summaries: 'messages' })
    expect(compactions).toMatchObject([{ start: 0, end: 2 }])
  })

  it('must be at the position they name', async () => {
    const batches = [batch('a', say('one'), say('two')), batch('s', summary(1, 5))]
    await expect(compressMessages(batches, strategy, options)).rejects.toThrow(/OPTION_INVALID/)
    const late = compressMessages([batch('s', summary(0, 5))], strategy, { ...options, start: 3 })
    await expect(late).rejects.toThrow(/claims to begin at message 0, but is at position 3/)
  })
})

function firstWord(message: Message): string {
  return String(message.content).split(' ')[0] ?? ''
}
