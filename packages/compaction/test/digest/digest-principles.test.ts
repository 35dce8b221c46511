import { factDigest } from '@lamella/compaction/digest'
import type { DigestRequest, JsonValue, Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const result = (value: JsonValue): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look_up', output: { type: 'json', value } }],
})

/** Digests messages; a token is a character. */
function digest(messages: readonly Message[], more: Partial<DigestRequest> = {}) {
  const start = more.before === undefined ? 0 : 100
  return factDigest().digest({
    gone: messages.map((message, index) => ({ position: start + index, message })),
    before: undefined,
    shown: [],
    maxTokens: 10_000,
    count: (one) => one.length,
    ...more,
  })
}

describe('the principles of a digest', () => {
  it.each([
    ['Order slate for the north wing.', 'Copper for the north wing after all.'],
    ['Schiefer für den Nordflügel bestellen.', 'Kupfer für den Nordflügel.'],
    ['北棟には石板を頼みます。', '北棟は銅にします。'],
    ['The pilot sleeps in Rennes.', 'Brest is where the pilot sleeps.'],
  ])('has the later of two sentences about the same, or both, whatever the words: %s', (before, after) => {
    const talk = Array.from({ length: 30 }, (_, at) =>
      user(`Tell me story number ${at} about a fox and its ${at} cubs.`),
    )
    const seen = new Set<boolean>()
    for (let maxTokens = 130; maxTokens < 1_500; maxTokens += 30) {
      const made = digest([user(before), ...talk, user(after), ...talk], { maxTokens })?.text ?? ''
      seen.add(made.includes(after))
      if (made.includes(before)) expect(made).toContain(after)
    }
    expect(seen.has(true)).toBe(true)
  })

  it('keeps a short answer with the question before it, across cuts too', () => {
    const [question, answer] = ['What shall the slipway be made of?', 'Cork.']
    const both = `#2: ${question} — ${answer}`
    expect(digest([user('Hello.'), assistant(`It is dry. ${question}`), user(answer)])?.text).toContain(both)
    const first = digest([user('Hello.'), assistant(`It is dry. ${question}`)])
    expect(first?.text).toContain(question)
    const gone = [{ position: 2, message: user(answer) }]
    expect(digest([], { gone, before: first?.memory ?? null })?.text).toContain(both)
  })

  it('tells what a value of a result is of, by the nearest name, and each value once', () => {
    const made = digest([
      result({
        found: 2,
        rows: [
          { id: 35_202, name: 'ghost trap', tag: 'QV123X' },
          { id: 78_917, name: 'rope bridge', tag: 'RT88' },
        ],
      }),
    ])?.text
    expect(made).toContain('ghost trap id: 35202; tag: QV123X')
    expect(made).toContain('rope bridge id: 78917; tag: RT88')
  })

  it('has what users say before what others say', () => {
    const said = Array.from({ length: 20 }, (_, at) => [
      user(`Bolt ${at} of the gate goes to Selma.`),
      assistant(`Hinge ${at + 50} of the barn goes to Ludger.`),
    ]).flat()
    const made = digest(said, { maxTokens: 1_000 })?.text ?? ''
    expect(made.split('goes to Selma').length).toBeGreaterThan(3 * made.split('goes to Ludger').length)
  })
})
