import { createContext, defineLayer, type Fragment, type Message } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../support/char-tokenizer.ts'

const scope = { tenant: 'acme' }
const framing = {
  name: 'plain',
  request: 3,
  message: 4,
  toolCall: 0,
  toolResult: 0,
  tool: 0,
  image: 0,
  systemSeparator: '\n\n',
}
const talk: readonly Message[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi!' },
]

/** Notes that follow the conversation as one message. */
function notes(fragments: readonly Fragment[]) {
  return defineLayer('notes', {
    order: 650,
    priority: 1,
    placement: 'messages',
    load: () => fragments,
    compose: (kept) => ['Notes:', ...kept.map(({ content }) => `- ${content}`)].join('\n'),
  })
}
const history = defineLayer('history', {
  order: 600,
  priority: 10,
  placement: 'messages',
  load: () => talk.map((message, index) => ({ id: `m${index}`, content: [message], pinned: true })),
})

function builder(fragments: readonly Fragment[], window = 1_000) {
  return createContext()
    .use([history, notes(fragments)])
    .tokenizer(charTokenizer)
    .framing(framing)
    .budget({ window, reserve: 1 })
}

describe('a messages layer with compose', () => {
  const three = ['tea', 'a walk', 'rain'].map((content, index) => ({ id: `n${index}`, content, rank: -index }))

  it('becomes one user message of its texts, in its place', async () => {
    const { messages, system, report } = await builder(three).build({ scope })
    expect(messages).toEqual([...talk, { role: 'user', content: 'Notes:\n- tea\n- a walk\n- rain' }])
    expect(system).toEqual([])
    expect(report.layers.notes.got).toBe('Notes:\n- tea\n- a walk\n- rain'.length + 4)
  })

  it('adds no message when it has no text', async () => {
    expect((await builder([]).build({ scope })).messages).toEqual(talk)
  })

  it('rejects messages, which cannot be joined as text', async () => {
    const wrong = builder([{ id: 'm', content: [{ role: 'user', content: 'Hello' }] }])
    await expect(wrong.build({ scope })).rejects.toMatchObject({ code: 'LAYER_OUTPUT_INVALID' })
  })

  it('fits every window, drops the lowest rank first, and is counted as sent', async () => {
    const text = fc.string({ maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), fc.integer({ min: 30, max: 160 }), async (texts, window) => {
        const fragments = texts.map((content, index) => ({ id: `n${index}`, content, rank: index }))
        const { messages, report } = await builder(fragments, window).build({ scope })
        const sent = messages.reduce((sum, { content }) => sum + 4 + String(content).length, 3)
        expect(report.tokens.total).toBe(sent)
        expect(sent).toBeLessThan(window)
        const kept = messages.length === 2 ? 0 : report.layers.notes.kept
        const expected = ['Notes:', ...texts.slice(texts.length - kept).map((one) => `- ${one}`)].join('\n')
        if (kept > 0) expect(messages[2]?.content).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })
})
