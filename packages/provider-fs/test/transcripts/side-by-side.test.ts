import type { Message } from '@lamella/core'
import { readTranscripts, sideBySide, type Transcript } from '@lamella/provider-fs/transcripts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Asked, runSteps } from '../../src/transcripts/analysis/run-steps.ts'
import { scaleOf } from '../../src/transcripts/analysis/scale.ts'
import { madeSessions } from './helpers/sessions.ts'

/** One character is one token. */
const tokenizer = { name: 'characters', exact: true, count: (text: string) => text.length }

/** A session of pi: each answer has what was said so far, 1,000 tokens of prompt and tools, and everything before it in the cache. */
function piSession(said: readonly string[], { compactedAfter = Number.POSITIVE_INFINITY, pauseAfter = -1 } = {}) {
  const lines: object[] = [{ type: 'session', version: 3, id: 'p', cwd: '/' }]
  let [parent, held, cached, minute] = [null as string | null, 1_000, 0, 0]
  const add = (type: string, rest: object): void => {
    const id = `e${lines.length}`
    const timestamp = new Date(Date.UTC(2026, 9, 5, 9, minute++)).toISOString()
    lines.push({ type, id, parentId: parent, timestamp, ...rest })
    parent = id
  }
  for (const [index, text] of said.entries()) {
    if (index === compactedAfter) {
      add('compaction', { summary: 'Short.', firstKeptEntryId: `e${lines.length}`, tokensBefore: held })
      held = 1_010
      cached = 1_000
    }
    if (index - 1 === pauseAfter) minute += 30
    add('message', { message: { role: 'user', content: text } })
    held += text.length
    const usage = { input: 0, cacheRead: cached, cacheWrite: held - cached, output: 10 }
    const content = [{ type: 'text', text: 'x'.repeat(10) }]
    add('message', { message: { role: 'assistant', model: 'm', content, usage, stopReason: 'stop' } })
    cached = held
    held += 10
  }
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

async function read(text: string): Promise<Transcript> {
  const [session] = await readTranscripts(text)
  if (!session) throw new Error('There is no session in the file.')
  return session
}

const words = (count: number, size = 100): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${index} `.padEnd(size, 'a'))

describe('sideBySide', () => {
  it('counts a run as the provider would: what all requests have, and each token at its rate', async () => {
    const found = await sideBySide(await read(piSession(words(5))), { window: 10_000, tokenizer })
    expect(found).toMatchObject({ window: 10_000, factor: 1, earlier: 0, compactions: [] })
    expect(found?.requests.map(({ run }) => run.tokens)).toEqual(found?.requests.map(({ program }) => program.tokens))
    expect(found?.requests.slice(1).map(({ run }) => run.cached)).toEqual(
      found?.requests.slice(0, -1).map(({ run }) => run.tokens),
    )
    expect(found?.run).toMatchObject({ cuts: 0, input: found?.program.input })
  })

  it('says what the run would still have of what a compaction lost', async () => {
    const said = ['The order is GX-4711.', ...words(3), 'And now?']
    const session = await read(piSession(said, { compactedAfter: 4 }))
    const found = await sideBySide(session, { window: 10_000, tokenizer })
    expect(found?.program.cuts).toBe(1)
    expect(found?.run.cuts).toBe(0)
    expect(found?.compactions).toMatchObject([{ messages: { lost: 8, kept: 8 } }])
    const [compaction] = found?.compactions ?? []
    expect(compaction?.values.lost).toBeGreaterThan(0)
    expect(compaction?.values.kept).toBe(compaction?.values.lost)
  })

  it('has the room that the program took before its compactions, or that the file or the model has', async () => {
    const compacted = await sideBySide(await read(piSession(words(6), { compactedAfter: 5 })), { tokenizer })
    expect(compacted?.window).toBe((compacted?.program.largest ?? 0) + 10)
    const whole = await read(piSession(words(3)))
    expect((await sideBySide(whole, { tokenizer, windowOf: (name) => (name === 'm' ? 7_000 : 0) }))?.window).toBe(7_000)
    expect((await sideBySide({ ...whole, limit: 8_000 }, { tokenizer, windowOf: () => 7_000 }))?.window).toBe(8_000)
  })

  it('has the digest of a cut among what the run says', async () => {
    const said = ['The order is GX-4711.', ...words(30, 400), 'And now?']
    const session = await read(piSession(said, { compactedAfter: 31 }))
    const found = await sideBySide(session, {
      window: 6_000,
      tokenizer: { ...tokenizer, count: (text) => Math.ceil(text.length / 4) },
    })
    const cuts = found?.requests.filter(({ run }) => run.cut) ?? []
    expect(cuts.length).toBe(found?.run.cuts)
    expect(cuts[0]?.run.cut).toMatchObject({ reason: 'window' })
    expect(cuts[0]?.run.cached).toBe(found?.head)
    expect(found?.compactions[0]?.messages.kept).toBeLessThan(62)
    expect(found?.compactions[0]?.values.kept).toBeGreaterThan(0)
  })

  it('reads nothing from a cache that a pause has emptied, as the program did not', async () => {
    const text = piSession(words(4), { pauseAfter: 1 })
    const session = await read(text)
    const requests = session.requests.map((request, index) =>
      index === 2 ? { ...request, usage: { ...request.usage, cacheRead: 0, cacheWrite: 1_340 } } : request,
    )
    const found = await sideBySide({ ...session, requests }, { tokenizer, window: 10_000 })
    expect(found?.requests.map(({ run }) => run.cached > 0)).toEqual([false, true, false, true])
  })

  it('costs what the prices of both sides say, and nothing if one is not known', async () => {
    const session = await read(piSession(words(3)))
    const costOf = ({ usage }: Transcript['requests'][number]): number =>
      usage.input + 2 * (usage.cacheWrite ?? 0) + usage.cacheRead / 10
    const found = await sideBySide(session, { window: 10_000, tokenizer, costOf })
    const { program, run } = found?.requests[0] ?? {}
    expect(program?.cost).toBe(2 * (program?.tokens ?? 0))
    expect(run?.cost).toBe(program?.cost)
    expect(found?.run.cost).toBeCloseTo(found?.program.cost ?? 0)
    const none = await sideBySide(session, { tokenizer, costOf: ({ line }) => (line > 3 ? 1 : undefined) })
    expect(none?.program).not.toHaveProperty('cost')
  })

  it('compares the newest requests of a long session', async () => {
    const found = await sideBySide(await read(piSession(words(8))), { window: 10_000, tokenizer, most: 3 })
    expect(found?.requests).toHaveLength(3)
    expect(found?.earlier).toBe(5)
    expect(found?.requests[0]?.run.tokens).toBe(found?.requests[0]?.program.tokens)
  })

  it.each(madeSessions)('reads sessions of $format', async ({ format, lines }) => {
    const session = await read(lines.join('\n'))
    const found = await sideBySide(session, { window: 100_000, tokenizer })
    const counted = new Set(session.requests.filter(({ purpose }) => purpose === 'path').map(({ line }) => line))
    if (counted.size === 0) expect(found).toBeUndefined()
    else {
      expect(found?.requests.map(({ line }) => line)).toEqual([...counted])
      expect(found?.run.cuts, format).toBe(0)
      expect(found?.requests.every(({ run }) => run.tokens > 0 && run.cached <= run.tokens)).toBe(true)
    }
  })
})

describe('runSteps', () => {
  it('builds only requests before which a cut may come, and counts all of them as if each were built', async () => {
    const part = fc.record({ size: fc.integer({ min: 1, max: 900 }), asks: fc.integer({ min: 0, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 2_000, max: 9_000 }),
        async (parts, window) => {
          const messages: Message[] = []
          const at: Asked['at'][number][] = []
          for (const { size, asks } of parts) {
            messages.push({ role: 'user', content: 'u'.repeat(size) })
            for (let step = 0; step <= asks; step++) {
              at.push({ before: messages.length, model: 'm', isShown: false })
              const id = `c${messages.length}`
              if (step === asks) messages.push({ role: 'assistant', content: 'a'.repeat(size) })
              else {
                messages.push({
                  role: 'assistant',
                  content: [{ type: 'tool-call', toolCallId: id, toolName: 't', input: {} }],
                })
                const output = { type: 'text', value: 'r'.repeat(size) } as const
                messages.push({
                  role: 'tool',
                  content: [{ type: 'tool-result', toolCallId: id, toolName: 't', output }],
                })
              }
            }
          }
          const asked = { messages, window, reserve: 100, tokenizer }
          const built = await runSteps({ ...asked, at: at.map((one) => ({ ...one, isShown: true })) })
          const skipped = await runSteps({ ...asked, at })
          expect(skipped).toEqual(built.map(({ sent: _, ...step }) => step))
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('scaleOf', () => {
  it('finds what each request has and what each token counts', () => {
    const points = [10, 30, 80].map((estimated) => ({ estimated, counted: 500 + 3 * estimated }))
    const { head, factor } = scaleOf(points)
    expect(head).toBe(500)
    expect(factor).toBeCloseTo(3)
  })

  it('takes a single request as it was estimated, and never a negative head', () => {
    expect(scaleOf([{ estimated: 100, counted: 700 }])).toEqual({ head: 600, factor: 1 })
    expect(scaleOf([{ estimated: 100, counted: 50 }])).toEqual({ head: 0, factor: 0.5 })
    expect(
      scaleOf([
        { estimated: 100, counted: 50 },
        { estimated: 200, counted: 300 },
      ]),
    ).toEqual({ head: 25, factor: 1 })
    expect(scaleOf([])).toEqual({ head: 0, factor: 1 })
  })
})
