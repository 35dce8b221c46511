import { createContextAssembler, type SessionStore } from '@lamella/assembler/seed'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'

describe("the threshold of compaction at the page's own entry", () => {
  it.each([
    ['a short prompt', 10, 100_000, false],
    ['a short prompt and a longer session', 10, 103_000, true],
    ['a prompt that takes most of the window', 90_000, 12_000, false],
    ['a prompt that takes most of the window, and a longer session', 90_000, 13_000, true],
  ])('is 80 %% of the window, with %s', async (_, prompt, size, needed) => {
    const store: SessionStore = { getMessages: () => [{ type: 'user', content: 'x'.repeat(size) }] }
    const assembler = createContextAssembler(
      { sessionStore: store },
      {
        defaultModel: 'gpt-4o',
        reserveTokensForResponse: 2000,
        tokenizer: charTokenizer,
        includeDatetime: false,
        sections: [{ name: 'motto', content: 'y'.repeat(prompt), priority: 850 }],
      },
    )
    const check = await assembler.checkCompaction('session-123')
    expect(check).toMatchObject({ needed, threshold: 102_400 })
    expect((await assembler.assemble('session-123')).metadata.shouldCompact).toBe(needed)
    expect(check.currentTokens > 102_400).toBe(needed)
  })
})
