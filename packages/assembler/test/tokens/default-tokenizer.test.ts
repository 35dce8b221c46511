import { createContextAssembler } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, expect, it } from 'vitest'
import { assistant, executor, now, tool, user } from '../assembler/support.ts'

/** Kinds of text that are most easily underestimated. */
const bytes = Buffer.from(Array.from({ length: 24_000 }, (_, n) => (Math.imul(n + 7, 2_654_435_761) >>> 11) & 0xff))
const kinds: Readonly<Record<string, string>> = {
  hex: bytes.toString('hex'),
  'short hex': bytes.toString('hex').replace(/.{8}/g, '$& '),
  base64: bytes.toString('base64'),
  emoji: [...'😀😃🤣😊😍🤔🚀🎉🔥💡✅❌🌍🍕🚗💻'].join(' ').repeat(200),
  code: createContextAssembler.toString().repeat(8),
  chinese: '我们决定把产品发布推迟到第二周，因为审查发现了两个需要修复的问题。'.repeat(200),
}

/**
 * The least that OpenAI bills for a request of messages: the OpenAI Cookbook, "How to count tokens with tiktoken",
 * section 6. Counted here without any of Lamella's code except the exact encoding, which is tested against `tiktoken`.
 */
async function billed(system: string, messages: readonly Message[]): Promise<number> {
  const { count } = await createTokenizer('o200k_base')
  const all = [{ role: 'system', content: system }, ...messages]
  return 3 + all.reduce((sum, { role, content }) => sum + 3 + count(role) + count(String(content)), 0)
}

describe.each(Object.entries(kinds))('a request of %s', (_, text) => {
  const sessionStore = {
    getMessages: () => [user(text), assistant(text), user(`Again: ${text.slice(0, 2_000)}`)],
  }

  it('never counts as less than the billed tokens with an exact tokenizer', async () => {
    const assembler = createContextAssembler({ sessionStore, now }, { model: 'gpt-4o' })
    const { metadata, systemPrompt, messages, report } = await assembler.assemble('s')
    expect(report.tokens.exact).toBe(true)
    expect(metadata.tokenEstimate.total / (await billed(systemPrompt, messages))).toBeGreaterThanOrEqual(1)
  })

  it('never counts as less than 0.95 of the billed tokens with the default estimate', async () => {
    const assembler = createContextAssembler({ sessionStore, now }, { model: 'claude-sonnet-4-5' })
    const { metadata, systemPrompt, messages, report } = await assembler.assemble('s')
    expect(report.tokens).toMatchObject({ exact: false, tokenizer: 'heuristic:careful' })
    expect(metadata.tokenEstimate.total / (await billed(systemPrompt, messages))).toBeGreaterThanOrEqual(0.95)
  })
})

it('a request that fits by the estimate exceeds the window by at most a twentieth, even if it is full of hex', async () => {
  const turns = Array.from({ length: 200 }, (_, n) => [
    user(bytes.toString('hex', n * 100, n * 100 + 400)),
    assistant('Yes'),
  ])
  const assembler = createContextAssembler(
    { sessionStore: { getMessages: () => turns.flat() }, toolExecutor: executor(tool('look')), now },
    { model: 'claude-sonnet-4-5' },
  )
  const { metadata, systemPrompt, messages } = await assembler.assemble('s', undefined, { window: 20_000 })
  expect(metadata.truncated).toBe(true)
  expect(await billed(systemPrompt, messages)).toBeLessThan(18_000 / 0.95)
})
