import {
  type ContextBuildOptions,
  type ContextBuildResult,
  createContextBuilder,
  type MemoryChunk,
  renderChunk,
} from '@lamella/chunks'
import { isLamellaError, type Tokenizer } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allMessages } from '../support/all-messages.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { pairsOf } from '../support/pairs.ts'
import { chunkLists } from '../support/states.ts'

const framing = {
  name: 'test',
  request: 3,
  message: 4,
  toolCall: 0,
  toolResult: 0,
  tool: 0,
  image: 0,
  systemSeparator: '\n',
}

/** Counts a text higher than its parts, which a plan by parts cannot predict. */
const dearJoints: Tokenizer = {
  name: 'dear-joints',
  exact: true,
  count: (text) => text.length + 9 * (text.match(/\n\n</g) ?? []).length,
}

const options: fc.Arbitrary<ContextBuildOptions> = fc.record({
  tokenizer: fc.constantFrom(charTokenizer, charTokenizer, dearJoints),
  systemPrompt: fc.constantFrom('', 'You are <b>kind</b>.'),
  framing: fc.constantFrom({ ...framing, request: 0, message: 0 }, framing),
})
const limit = fc.integer({ min: 0, max: 6_000 })

const build = (chunks: readonly MemoryChunk[], given: ContextBuildOptions): ContextBuildResult | undefined => {
  try {
    return createContextBuilder().build({ chunks }, given)
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

/** How far each chunk was cut: 0 is whole, 1 to 2 shorter, 9 dropped. */
function levels(chunks: readonly MemoryChunk[], result: ContextBuildResult): readonly number[] {
  const { includedChunkIds } = result
  const text = allMessages(result)
    .map(({ content }) => content)
    .join('\n\n')
  const included = new Set(includedChunkIds)
  return chunks.map((chunk) => {
    if (!included.has(chunk.id)) return 9
    if (text.includes(renderChunk(chunk))) return 0
    const start = renderChunk({ ...chunk, content: '' } as MemoryChunk).split('\n<')[0] ?? ''
    const cut = text.slice(text.indexOf(start))
    const marked = /… \[(\d+) characters cut\]/.exec(cut)
    return 1 + Number(marked?.[1] ?? 0) / 1e6
  })
}

describe('a build of chunks', () => {
  const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 125) }

  it('fits the limit or reports one that works (G1), and counts its own messages', () => {
    fc.assert(
      fc.property(chunkLists(), options, limit, (chunks, given, window) => {
        const { tokenizer = charTokenizer, framing: around = framing } = given
        const check = (result: ContextBuildResult, most: number) => {
          const { tokenCount, tokenCountExact, report } = result
          const messages = allMessages(result)
          const texts = messages.reduce((sum, { content }) => sum + around.message + tokenizer.count(content), 0)
          expect(tokenCount).toBe(around.request + texts)
          expect(tokenCount).toBeLessThanOrEqual(most)
          expect(tokenCountExact).toBe(true)
          expect(report.tokens.total).toBe(tokenCount)
        }
        try {
          check(createContextBuilder().build({ chunks }, { ...given, window }), window)
        } catch (error) {
          if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
          const { smallestWindow } = error.details
          expect(smallestWindow).toBeGreaterThan(window)
          check(createContextBuilder().build({ chunks }, { ...given, window: smallestWindow }), smallestWindow)
        }
      }),
      runs,
    )
  })

  it('keeps pinned chunks, the system prompt and the newest user message whole (G2)', () => {
    fc.assert(
      fc.property(chunkLists(), options, limit, (chunks, given, window) => {
        const result = build(chunks, { ...given, window })
        if (!result) return
        const spoken = chunks.filter(({ type, subType, metadata }) => {
          const isUser = type === 'AGENT' && 'role' in metadata && metadata.role === 'user'
          return isUser || subType === 'USER' || subType === 'PARENT_MESSAGE'
        })
        const repaired = new Set(
          result.exclusions.filter(({ reason }) => reason === 'repair').map(({ chunkId }) => chunkId),
        )
        const pinned = [...chunks.filter(({ metadata }) => metadata.pinned), ...spoken.slice(-1)]
        const text = allMessages(result)
          .map(({ content }) => content)
          .join('\n\n')
        for (const chunk of pinned) if (!repaired.has(chunk.id)) expect(text).toContain(renderChunk(chunk))
        if (given.systemPrompt) expect(result.system[0]?.content.startsWith(given.systemPrompt)).toBe(true)
      }),
      runs,
    )
  })

  it('never keeps a call without its result or a result without its call, whatever is dropped (G3)', () => {
    const filters = fc.constantFrom<ContextBuildOptions>(
      {},
      { includeEnvironment: false },
      { excludeTypes: ['WORKFLOW'] },
      { excludeTypes: ['DELEGATION', 'AGENT'], includeSystem: false },
      { repair: { missingResult: 'drop' } },
    )
    fc.assert(
      fc.property(chunkLists(20), options, limit, filters, (chunks, given, window, filter) => {
        const result = build(chunks, { ...given, window, ...filter })
        if (!result) return
        const included = new Set(result.includedChunkIds)
        const { pairs, unanswered } = pairsOf(chunks)
        for (const group of pairs) expect(new Set(group.map((id) => included.has(id))).size).toBe(1)
        const text = allMessages(result)
          .map(({ content }) => content)
          .join('\n\n')
        const standIns = text.match(/synthetic="true"/g)?.length ?? 0
        expect(standIns).toBe(unanswered.filter((id) => included.has(id)).length)
      }),
      { numRuns: 2 * Number(process.env['LAMELLA_RUNS'] ?? 125) },
    )
  })

  it('keeps with a larger limit everything that a smaller one keeps (G4)', () => {
    fc.assert(
      fc.property(chunkLists(), options, limit, fc.integer({ min: 0, max: 3_000 }), (chunks, given, less, more) => {
        const small = build(chunks, { ...given, window: less })
        const large = build(chunks, { ...given, window: less + more })
        if (!small) return
        // A larger limit never rejects what a smaller one accepts.
        if (!large) throw new Error(`${less} tokens are enough, and ${less + more} are not`)
        const [before, after] = [levels(chunks, small), levels(chunks, large)]
        for (const [index, level] of before.entries()) expect(after[index]).toBeLessThanOrEqual(level)
      }),
      runs,
    )
  })

  it('keeps the order, is deterministic, and does not change its input (G5, G6, G9)', () => {
    fc.assert(
      fc.property(chunkLists(), options, limit, (chunks, given, window) => {
        const frozen = deepFreeze(chunks)
        const result = build(frozen, { ...given, window })
        if (!result) return
        const ids = chunks.map(({ id }) => id)
        const { includedChunkIds, excludedChunkIds, messages } = result
        expect(includedChunkIds).toEqual(ids.filter((id) => includedChunkIds.includes(id)))
        expect([...includedChunkIds, ...excludedChunkIds].sort()).toEqual([...ids].sort())
        expect(build(structuredClone(chunks), { ...given, window })?.messages).toEqual(messages)
      }),
      runs,
    )
  })

  it('explains each chunk that is shortened or dropped, with its tokens before and after (G7)', () => {
    fc.assert(
      fc.property(chunkLists(), options, limit, (chunks, given, window) => {
        const result = build(chunks, { ...given, window })
        if (!result) return
        const { report, exclusions, excludedChunkIds } = result
        expect(exclusions.map(({ chunkId }) => chunkId)).toEqual(excludedChunkIds)
        const rows = new Map(
          report.rows.filter(({ action }) => action !== 'repaired').map((row) => [row.fragment, row]),
        )
        const level = levels(chunks, result)
        for (const [index, { id }] of chunks.entries()) {
          const row = rows.get(id)
          expect(row?.action).toBe(level[index] === 0 ? undefined : level[index] === 9 ? 'dropped' : 'shortened')
          if (!row) continue
          expect(row.tokensBefore).toBeGreaterThan(row.tokensAfter)
          const reason = exclusions.find(({ chunkId }) => chunkId === id)?.reason
          if (level[index] === 9) expect(reason).toBe(row.reason)
        }
        expect(report.truncated).toBe(report.rows.some(({ reason }) => reason === 'window'))
        expect(report.explain()).toContain(`${result.tokenCount} of ${window} tokens`)
      }),
      runs,
    )
  })
})
