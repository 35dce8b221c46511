import { type CreateBlockOptions, contextBuilder } from '@lamella/blocks'
import type { Message, Tokenizer } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryWith } from '../layers/support.ts'

const scope = { tenant: 'acme' } as const
/** One character is one token. */
const tokenizer: Tokenizer = { name: 'characters', exact: true, count: (text) => text.length }

const block = fc.record({
  size: fc.integer({ min: 0, max: 1_500 }),
  isCore: fc.boolean(),
  pinned: fc.boolean(),
  isList: fc.boolean(),
})
const sample = fc.record({
  blocks: fc.array(block, { maxLength: 6 }),
  memoryTokens: fc.integer({ min: 0, max: 3_000 }),
  historyTokens: fc.integer({ min: 0, max: 3_000 }),
  turns: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
  extra: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4_000 })),
})

async function contextOf({
  blocks,
  memoryTokens,
  historyTokens,
  turns,
  extra,
}: typeof sample extends fc.Arbitrary<infer S> ? S : never) {
  const options = blocks.map(({ size, isCore, pinned, isList }, index): readonly [string, CreateBlockOptions] => {
    const type = isCore ? 'Core' : 'Working'
    const content = `b${index} line\n`.repeat(Math.ceil(size / 8)).slice(0, size)
    return [`b${index}`, isList ? { type, pinned, schema: { type: 'list' } } : { type, pinned, content }]
  })
  const memory = await memoryWith(Object.fromEntries(options))
  for (const [index, { isList, size }] of blocks.entries()) {
    for (let item = 0; isList && item < size / 100; item++) {
      await memory.changeBlock('entropy', `b${index}`, 'pushItem', [`item ${item} `.repeat(9)])
    }
  }
  const messages = turns.flatMap((size): Message[] => [
    { role: 'user', content: 'q'.repeat(size) },
    { role: 'assistant', content: 'a'.repeat(size) },
  ])
  const maxTokens = memoryTokens + historyTokens + extra + 1
  const build = () =>
    contextBuilder(memory, {
      defaultLimits: { maxTokens, memoryTokens, historyTokens, reservedResponseTokens: 0 },
      compression: { type: 'truncate', keepRecent: 6 },
    })
      .forAgent('entropy')
      .withMessages(messages)
      .withModelInfo({ id: 'm', tokenizer })
      .withBaseInstructions('Be kind.')
      .build({ scope, message: 'Hello' })
  return { build, messages, maxTokens }
}

describe('budgets', () => {
  it('are met for all blocks and messages, or the build throws a typed error', async () => {
    const fates = { built: 0, refused: 0, shortened: 0, dropped: 0 }
    await fc.assert(
      fc.asyncProperty(sample, async (given) => {
        const { build, messages, maxTokens } = await contextOf(given)
        const before = JSON.stringify(messages)
        const context = await build().catch((error: { readonly code: string }) => error.code)
        if (typeof context === 'string') {
          // The build can fail only because pinned parts do not fit.
          expect(context).toBe('CONTEXT_OVERFLOW')
          fates.refused++
          return
        }
        fates.built++
        const { report, metadata, system } = context
        const tokens = (name: 'core-blocks' | 'working-blocks' | 'history'): number => report.layers[name].got
        expect(report.tokens.total).toBeLessThanOrEqual(maxTokens)
        const left = given.memoryTokens - tokens('core-blocks')
        expect(tokens('working-blocks')).toBeLessThanOrEqual(Math.max(Math.min(200, given.memoryTokens), left))
        expect(tokens('history')).toBeLessThanOrEqual(given.historyTokens)
        // Core blocks are complete, and every shortened or dropped block has a report row.
        expect(report.layers['core-blocks']).toMatchObject({ shortened: 0, dropped: 0 })
        const { shortened, dropped } = report.layers['working-blocks']
        expect([metadata.blocks.shortened.length, metadata.blocks.dropped.length]).toEqual([shortened, dropped])
        expect(report.rows.every(({ tokensAfter, tokensBefore }) => tokensAfter < tokensBefore)).toBe(true)
        fates.shortened += shortened
        fates.dropped += dropped
        // Blocks are ordered by name, core blocks first.
        const shown = system.flatMap(({ content }) =>
          Array.from(content.matchAll(/^<block:(\S+)/gm), ([, name]) => name),
        )
        expect(shown).toEqual(metadata.blocks.included)
        // A second build returns the same context, and the input is unchanged.
        expect(JSON.stringify(await build())).toBe(JSON.stringify(context))
        expect(JSON.stringify(messages)).toBe(before)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) },
    )
    expect(Math.min(...Object.values(fates))).toBeGreaterThan(1)
  })

  it('keep everything that a smaller memory limit keeps', async () => {
    await fc.assert(
      fc.asyncProperty(sample, fc.integer({ min: 0, max: 2_000 }), async (given, more) => {
        const small = await (await contextOf({ ...given, extra: 20_000 })).build()
        const large = await (
          await contextOf({ ...given, extra: 20_000, memoryTokens: given.memoryTokens + more })
        ).build()
        const kept = new Set(large.metadata.blocks.included)
        expect(small.metadata.blocks.included.filter((name) => !kept.has(name))).toEqual([])
        expect(large.metadata.tokens['working-blocks']).toBeGreaterThanOrEqual(small.metadata.tokens['working-blocks'])
      }),
      { numRuns: 60 },
    )
  })
})
