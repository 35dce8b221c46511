import type { Message } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageBatch } from '../../src/compression/batch.ts'
import { compressMessages } from '../../src/compression/compress-messages.ts'
import type { CompressedHistory } from '../../src/compression/compressed-history.ts'
import type { SummarizeRequest } from '../../src/compression/strategy.ts'
import { batchesOf, behaviours, digitsOf, framing, pairsOf, samples } from './support.ts'

const counter = createCounter(charTokenizer, framing)
const options = { tokenizer: charTokenizer, framing } as const

/** Whether each message is exactly one of shown, replaced or excluded, in order. */
function fates(batches: readonly MessageBatch[], result: CompressedHistory): readonly string[] {
  const all = batches.flatMap(({ messages }) => messages)
  const shown = new Set(result.messages)
  const isIn = (ranges: readonly { readonly start: number; readonly end: number }[], at: number): boolean =>
    ranges.some(({ start, end }) => start <= at && at < end)
  const own = result.messages.filter((message) => all.includes(message))
  expect(own).toEqual(all.filter((message) => shown.has(message)))
  return all.map((message, at) => {
    const found = [
      ...(shown.has(message) ? ['shown'] : []),
      ...(isIn(result.replaced, at) ? ['replaced'] : []),
      ...(isIn(result.excluded, at) ? ['excluded'] : []),
    ]
    expect(found).toHaveLength(1)
    return found[0] as string
  })
}

/** Checks what must hold for every result, whatever the strategy. */
function expectWhole(batches: readonly MessageBatch[], result: CompressedHistory): readonly string[] {
  const fate = fates(batches, result)
  const all = batches.flatMap(({ messages }) => messages)
  for (const [call, answer] of pairsOf(all)) expect(fate[call]).toBe(fate[answer])
  const told = new Set(result.excluded.map(({ id }) => id))
  let at = 0
  for (const { id, messages, complete, active } of batches) {
    const own = new Set(fate.slice(at, at + messages.length))
    at += messages.length
    expect(own.size).toBeLessThanOrEqual(1)
    if (active) expect([...own].filter((one) => one !== 'shown')).toEqual([])
    if (!complete) expect(own.has('replaced')).toBe(false)
    // A batch tied to the active one stays with it.
    if (!complete && !active && !own.has('shown')) expect(told).toContain(id)
  }
  return fate
}

const kinds = Object.keys(behaviours)

describe('compressMessages', () => {
  it('loses nothing, keeps pairs whole and bounds its calls, whatever the summarizer does, on generated histories', async () => {
    const seen = new Map<string, number>()
    const sample = fc.record({
      list: samples,
      kind: fc.constantFrom(...kinds),
      chunkSize: fc.integer({ min: 1, max: 6 }),
      keepRecent: fc.integer({ min: 0, max: 6 }),
      maxTokens: fc.integer({ min: 80, max: 1_200 }),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ list, kind, chunkSize, keepRecent, maxTokens }) => {
        const batches = batchesOf(list)
        const before = JSON.stringify(batches)
        const asked: SummarizeRequest[] = []
        const summarize = (request: SummarizeRequest): string => {
          asked.push(request)
          return behaviours[kind]?.(request, asked.length) as string
        }
        const strategy = {
          type: 'recursiveSummarization',
          chunkSize,
          keepRecent,
          window: maxTokens,
          summarize,
        } as const
        const result = await compressMessages(batches, strategy, options)
        expect(JSON.stringify(batches)).toBe(before)
        const fate = expectWhole(batches, result)
        const all = batches.flatMap(({ messages }) => messages)

        expect(result.calls).toBe(asked.length)
        const runs: SummarizeRequest[][] = []
        for (const request of asked) {
          if (request.previous === undefined) runs.push([request])
          else runs.at(-1)?.push(request)
          expect(charTokenizer.count(request.text) + charTokenizer.count(request.previous ?? '')).toBeLessThanOrEqual(
            maxTokens,
          )
          expect(request.messages.length).toBeLessThanOrEqual(chunkSize)
          expect(request.text).not.toMatch(/\p{Cs}|\r/u)
        }
        // No chunk is smaller than necessary, so there are as few calls as both limits allow.
        for (const run of runs) {
          for (const [index, { text, messages }] of run.slice(0, -1).entries()) {
            const both = text.length + 1 + (run[index + 1]?.text.length ?? 0)
            expect(messages.length === chunkSize || both > maxTokens / 2).toBe(true)
          }
        }
        for (const { start, end } of result.replaced) {
          const covered = digitsOf(all.slice(start, end))
          const told = runs.map((run) => run.map(({ text }) => text.replace(/\D/g, '')).join(''))
          expect(told).toContain(covered)
        }
        expect(result.compactions.map(({ start, end }) => [start, end])).toEqual(
          result.replaced.map(({ start, end }) => [start, end]),
        )
        const kept = all.filter((_, index) => fate[index] !== 'excluded')
        if (result.unchanged === undefined) {
          expect(counter.content(result.messages)).toBeLessThan(counter.content(kept))
        } else {
          expect(result.messages).toEqual(kept)
          expect(result.replaced).toEqual([])
        }
        if (['throws', 'rejects', 'empty', 'blank', 'longer', 'number', 'nothing'].includes(kind)) {
          // A run that no request of this size can describe is also a failure, and the summarizer is not called.
          expect(result.unchanged).toBe(result.failed.length > 0 ? 'failed' : 'nothing-to-compress')
          if (asked.length > 0) expect(result.unchanged).toBe('failed')
        }
        const key = result.unchanged ?? 'changed'
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 400) },
    )
    expect(seen.get('changed')).toBeGreaterThan(0)
    expect(seen.get('failed')).toBeGreaterThan(0)
  })

  it('keeps only the newest whole batches, and at least the requested number of messages', async () => {
    let cut = 0
    await fc.assert(
      fc.asyncProperty(samples, fc.integer({ min: 0, max: 20 }), async (list, keepRecent) => {
        const batches = batchesOf(list)
        const result = await compressMessages(batches, { type: 'truncate', keepRecent }, options)
        const fate = expectWhole(batches, result)
        expect(result.compactions).toEqual([])
        expect(result.calls).toBe(0)
        const shown = fate.filter((one) => one === 'shown').length
        const kept = fate.filter((one) => one !== 'excluded').length
        expect(shown).toBeGreaterThanOrEqual(Math.min(keepRecent, kept))
        if (result.unchanged === undefined) cut++
        else expect(fate).not.toContain('replaced')
        // Without ties, no unnecessary batch is kept.
        if (list.some(({ leaves }) => leaves)) return
        let newer = 0
        for (const { messages, complete, active } of batches.toReversed()) {
          if (!complete && !active) continue
          const stays = active || newer < keepRecent
          expect(messages.filter((message) => result.messages.includes(message))).toHaveLength(
            stays ? messages.length : 0,
          )
          newer += messages.length
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 400) },
    )
    expect(cut).toBeGreaterThan(0)
  })

  it('changes nothing when cancelled at any call, even if the summarizer never answers', async () => {
    let cancelled = 0
    const sample = fc.record({ list: samples, at: fc.integer({ min: 0, max: 4 }), hangs: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(sample, async ({ list, at, hangs }) => {
        const batches = batchesOf(list)
        const abort = new AbortController()
        if (at === 0) abort.abort()
        let calls = 0
        const summarize = (): string | Promise<string> => {
          if (++calls < at) return 'ok'
          setImmediate(() => abort.abort())
          return hangs ? new Promise<string>(() => {}) : new Promise((resolve) => setImmediate(resolve, 'ok'))
        }
        const strategy = { type: 'recursiveSummarization', keepRecent: 0, chunkSize: 2, summarize } as const
        const result = await compressMessages(batches, strategy, { ...options, signal: abort.signal })
        expectWhole(batches, result)
        expect(result.calls).toBe(calls)
        if (!abort.signal.aborted) return
        cancelled++
        expect(result).toMatchObject({ unchanged: 'cancelled', replaced: [], compactions: [], failed: [] })
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 250) },
    )
    expect(cancelled).toBeGreaterThan(0)
  })

  it('keeps the newest turn by default, and nothing with keepRecent 0', async () => {
    const turn = (id: string): MessageBatch => {
      const messages: readonly Message[] = [
        { role: 'user', content: `${id}? ${'why '.repeat(50)}` },
        { role: 'assistant', content: `${id}! ${'because '.repeat(50)}` },
      ]
      return { id, complete: true, messages }
    }
    const batches = ['a', 'b', 'c'].map(turn)
    const strategy = { type: 'recursiveSummarization', chunkSize: 10, summarize: () => 'ok' } as const
    const { replaced, messages } = await compressMessages(batches, strategy, options)
    expect(replaced).toEqual([{ start: 0, end: 4, batches: ['a', 'b'] }])
    expect(messages.slice(-2)).toEqual(batches[2]?.messages)
    const all = await compressMessages(batches, { ...strategy, keepRecent: 0 }, options)
    expect(all.replaced).toEqual([{ start: 0, end: 6, batches: ['a', 'b', 'c'] }])
  })

  it('calls the summarizer about once per chunk in a long history of short and huge messages', async () => {
    const short = Array.from({ length: 3_000 }, (_, index): Message => ({ role: 'user', content: `message ${index}` }))
    const huge: Message = { role: 'user', content: 'word '.repeat(100_000) }
    const batches = [{ id: 'all', complete: true, messages: [...short, huge] }]
    const strategy = {
      type: 'recursiveSummarization',
      keepRecent: 0,
      chunkSize: 50,
      window: 20_000,
      summarize: () => 'ok',
    } as const
    const { calls, compactions } = await compressMessages(batches, strategy, options)
    expect(compactions).toEqual([{ start: 0, end: 3_001, text: 'ok', origin: { by: 'agent', from: 'summary' } }])
    // 60 chunks of 50 messages each; 500,000 characters in pieces of half the budget, some of them not full.
    expect(calls).toBeGreaterThanOrEqual(110)
    expect(calls).toBeLessThanOrEqual(130)
  })
})
