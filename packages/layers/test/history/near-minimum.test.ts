import { createContext, type Layer, type Message } from '@lamella/core'
import { history, memory } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import { expect, it } from 'vitest'

const at = (position: number): Message => ({
  role: position % 2 === 0 ? 'user' : 'assistant',
  content: `${position} `.padEnd(90, 'x'),
})

/** The first message that is kept of a session, for each of its lengths, in a window of about twelve messages. */
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

it('drops a page whole though less than the minimum is left, where no other layer could give way for it', async () => {
  expect(await firstKept([history()])).toEqual([0, 10, 10, 10, 10, 10, 20, 20, 20, 20])
})

it('takes such a page apart where memory would be dropped for it', async () => {
  const entries = [{ id: 'tea', text: 'Ada likes tea.' }]
  const first = await firstKept([history(), memory({ source: { entries: () => ({ entries }) } })])
  expect(first[1]).toBeGreaterThan(0)
  expect(first[1]).toBeLessThan(10)
})
