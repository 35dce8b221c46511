import { createContextBuilder, type IChunkRenderer, type MemoryChunk } from '@lamella/chunks'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { assistant, call, result, thinking, user } from '../support/chunks.ts'

/** Returns turns of a question, a thought, a call, its result and an answer. */
const history = (turns: number): readonly MemoryChunk[] =>
  Array.from({ length: turns }, (_, turn) => [
    user(`u${turn}`, `question ${turn}`),
    thinking(`t${turn}`, 'Hm.'),
    call(`c${turn}`, String(turn % 3)),
    result(`r${turn}`, String(turn % 3), 'line\n'.repeat(turn % 7)),
    assistant(`a${turn}`, `answer ${turn}`),
  ]).flat()

/** Counts the characters counted and the chunks read in a build. */
function work(turns: number, window: number) {
  const done = { counted: 0, looked: 0 }
  const tokenizer = {
    ...charTokenizer,
    count: (text: string) => {
      done.counted += text.length
      return text.length
    },
  }
  const renderer: IChunkRenderer = {
    canRender: () => {
      done.looked++
      return false
    },
    getRole: () => 'user',
    render: () => '',
  }
  const builder = createContextBuilder(tokenizer).registerRenderer(renderer)
  const first = builder.build({ chunks: history(turns) }, { window })
  const once = { ...done }
  builder.build({ chunks: history(turns) }, { window })
  return { first, once, again: done.counted - once.counted }
}

describe('the work of a build', () => {
  it('grows linearly with the chunks: each is read once and counted a few times', () => {
    const small = work(200, 5_000)
    const large = work(2_000, 5_000)
    expect(large.once.looked).toBe(10 * small.once.looked)
    // Later turns have longer numbers, which is why the limit is eleven.
    expect(large.once.counted).toBeLessThan(11 * small.once.counted)
    expect(small.first.tokenCount).toBeLessThanOrEqual(5_000)
    expect(large.first.includedChunkIds.at(-1)).toBe('a1999')
  })

  it('is not repeated for texts that were counted before', () => {
    expect(work(200, 5_000).again).toBe(0)
  })

  it('is a single pass for many thoughts, calls without results and results without calls', () => {
    const count = 20_000
    const chunks = Array.from({ length: count }, (_, index) => {
      const id = String(index)
      return index % 3 === 0 ? thinking(id, '') : index % 3 === 1 ? call(id, 'same') : result(id, 'other')
    })
    const { includedChunkIds, exclusions, messages } = createContextBuilder().build({ chunks }, { window: 100_000 })
    expect(includedChunkIds.length).toBeGreaterThan(500)
    expect(exclusions.length + includedChunkIds.length).toBe(count)
    expect(messages.some(({ content }) => content.includes('synthetic'))).toBe(true)
  })
})
