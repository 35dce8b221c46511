import { createContext, type Layer, type Message } from '@lamella/core'
import { history, memory } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import { expect, it } from 'vitest'

const at = (position: number): Message => ({
  role: position % 2 === 0 ? 'user' : 'assistant',
  content: `${position} `.padEnd(90, 'x'),
})

/** Returns the first kept message of a session, for each of its lengths, in a window of about twelve messages. */
async function firstKept(layers: readonly Layer[]): Promise<readonly number[]> {
  const builder = createContext().tokenizer(charTokenizer).use(layers).budget({ window: 1_230, reserve: 0 })
  const first: number[] = []
  for (let length = 12; length <= 30; length += 2) {
    const session = Array.from({ length }, (_, position) => at(position))
    const { messages } = await builder.build({ scope: { tenant: 'acme', kind: 'private' }, session })
    first.push(Number.parseInt(String(messages[0]?.content), 10))
  }
  return first
}

it('history drops a whole page, even if less than its minimum is left, when no other layer could give way', async () => {
  expect(await firstKept([history()])).toEqual([0, 10, 10, 10, 10, 10, 20, 20, 20, 20])
})

it('history splits a page when memory would otherwise be dropped for it', async () => {
  const entries = [{ id: 'tea', text: 'Ada likes tea.' }]
  const first = await firstKept([history(), memory({ source: { entries: () => ({ entries }) } })])
  expect(first[1]).toBeGreaterThan(0)
  expect(first[1]).toBeLessThan(10)
})

const said = (from: number, count: number): readonly Message[] =>
  Array.from({ length: count }, (_, index) => at(from + index))
const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
const result = { type: 'tool-result', toolCallId: 'a', toolName: 'look' } as const

/** A large result within the minimum, with two turns before it and one after it. */
const looked: readonly Message[] = [
  ...said(0, 4),
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [call] },
  { role: 'tool', content: [{ ...result, output: { type: 'text', value: 'x'.repeat(9_400) } }] },
  { role: 'assistant', content: 'I looked.' },
  ...said(4, 2),
]

/** Returns what is kept of `looked`: its messages' first characters, and the characters of its result. */
async function keptIn(cut: 'pages' | 'turns' | 'messages', window: number) {
  const builder = createContext()
    .tokenizer(charTokenizer)
    .use([history({ cut, maxMessages: 10 }), memory({ source: { entries: () => ({ entries: [] }) } })])
    .budget({ window, reserve: 0 })
  const { messages, report } = await builder.build({ scope: { tenant: 'acme', kind: 'private' }, session: looked })
  const parts = messages.map(({ content }) => (typeof content === 'string' ? content : content[0]))
  const shown = parts.find((part) => typeof part === 'object' && part.type === 'tool-result') as { output: Output }
  return {
    parts: parts.map((part) => (typeof part === 'string' ? part.slice(0, 2) : part?.type)),
    characters: shown.output.value.length,
    total: report.tokens.total,
  }
}
type Output = { readonly value: string }

const withoutFirstTurn = ['2 ', '3 ', 'Lo', 'tool-call', 'tool-result', 'I ', '4 ', '5 ']

it.each(['pages', 'turns', 'messages'] as const)(
  'a large result within the minimum takes no older turn with it, since it is shortened (%s)',
  async (cut) => {
    const { parts, characters } = await keptIn(cut, 9_300)
    expect(parts).toEqual(withoutFirstTurn)
    expect(characters).toBeLessThan(9_400)
  },
)

it('the first turn that is dropped takes nothing of the next ones with it', async () => {
  const { total } = await keptIn('turns', 100_000)
  expect(await keptIn('turns', total - 1)).toMatchObject({ parts: withoutFirstTurn, characters: 9_400 })
})
