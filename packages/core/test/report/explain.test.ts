import { defineLayer } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { describe, expect, it } from 'vitest'
import { framing } from '../support/char-tokenizer.ts'
import { scope, start } from '../support/layers.ts'

const rules = defineLayer('rules', {
  order: 1,
  priority: 9,
  load: () => [{ id: 'r', content: 'Be kind.', pinned: true }],
})
const notes = defineLayer('notes', {
  order: 2,
  priority: 1,
  load: () => ({
    fragments: [
      { id: 'long', content: 'x'.repeat(40), shorter: ['x…'], rank: 1 },
      { id: 'evil\n\u202e\u001b[31mred', content: 'y'.repeat(30) },
    ],
    omitted: [{ count: 1_234, reason: 'older' }],
    notices: [{ code: 'FILE_TRUNCATED', what: 'NOTES.md was cut.' }],
  }),
})
const context = await start().use([rules, notes]).budget({ window: 60, reserve: 10 }).build({ scope })

describe('explain', () => {
  it('shows the tokens of each layer on one line, and the changes with their reasons', () => {
    expect(explain(context.report)).toBe(
      [
        '17 of 60 tokens, 10 kept for the answer, 33 free',
        'layers 10, tools 0, framing 7; counted by char',
        '',
        'layer  asked  got  kept  shortened  dropped',
        'rules      8    8     1          0        0',
        'notes     76    2     0          1        1',
        '',
        'left out by the layers',
        '- notes: 1,234 older',
        '',
        'fragment            what       why      tokens  by',
        'notes/long          shortened  window  40 -> 2  lowest-rank-first',
        'notes/evil [31mred  dropped    window  30 -> 0  lowest-rank-first',
        '',
        'notices',
        '- notes: NOTES.md was cut. [FILE_TRUNCATED]',
      ].join('\n'),
    )
  })

  it.each([[context], [null], [undefined], [[]]])('refuses what is not a report: %o', (given) => {
    expect(() => explain(given as never)).toThrow(/Pass context\.report\..*REQUEST_INVALID/)
  })

  it("says how much of the tools is the provider's own text", async () => {
    const tools = [{ name: 'now', description: 'The time.', inputSchema: {} }]
    const built = start().use(rules).budget({ window: 1_500, reserve: 10 })
    const { report } = await built.framing({ ...framing, tools: 1_100 }).build({ scope, tools })
    expect(report.tokens.toolPrompt).toBe(1_100)
    expect(explain(report)).toContain("\ntools: 1,100 of them are the provider's own text for tools\n")

    const { report: without } = await built.framing({ ...framing, tools: 1_100 }).build({ scope })
    expect(without.tokens).not.toHaveProperty('toolPrompt')
    expect(explain(without)).not.toContain('own text')
  })

  it('groups more than three fragments of one layer with the same outcome', async () => {
    const many = defineLayer('many', {
      load: () => Array.from({ length: 1_200 }, (_, index) => ({ id: `f${index}`, content: 'xxx' })),
    })
    const cut = await start().use(many).budget({ window: 30, reserve: 0 }).build({ scope })
    const lines = explain(cut.report).split('\n')
    expect(lines.at(-1)).toMatch(/^many: 1,19\d fragments {2}dropped {2}window {2}3,5\d\d -> 0 {2}lowest-rank-first$/)
    expect(explain(cut.report, { rows: 5_000 }).split('\n').length).toBeGreaterThan(1_190)
  })

  it('lists no more rows than requested, and says how many more there are', () => {
    expect(explain(context.report, { rows: 1 })).toContain('and 1 more')
    expect(explain(context.report, { rows: 0 })).toContain('and 2 more')
  })

  it('marks estimates', async () => {
    const about = await start()
      .tokenizer({ name: 'guess', exact: false, count: (text) => text.length })
      .use(rules)
      .budget({ window: 100, reserve: 0 })
      .build({ scope })
    expect(explain(about.report)).toMatch(/^about \d+ of 100 tokens/)
  })
})
