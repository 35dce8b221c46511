import { type BuiltContext, createContext, type Message } from '@lamella/core'
import { type HistoryOptions, history, message } from '@lamella/layers'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }

/** Turns of a question, a call with a result of that many words, and an answer. */
const turns = (count: number, words: number): readonly Message[] =>
  Array.from({ length: count }, (_, turn): readonly Message[] => {
    const call = { toolCallId: `c${turn}`, toolName: 'look' }
    return [
      { role: 'user', content: `Question ${turn}? `.repeat(5) },
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { turn } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'word '.repeat(words) } }],
      },
      { role: 'assistant', content: `Answer ${turn}. `.repeat(20) },
    ]
  }).flat()

const build = (session: readonly Message[], options: HistoryOptions, window = 12_000): Promise<BuiltContext> =>
  createContext()
    .use([history(options), message()])
    .budget({ window, reserve: 0 })
    .build({ scope, session, message: 'And now?' })

/** The characters of each result in a request. */
const resultsIn = ({ messages }: BuiltContext): readonly number[] =>
  messages.flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content).length] : []))

describe('old results outside a run', () => {
  it('are shortened before their page is dropped, so that a window is not half empty', async () => {
    for (let count = 8; count <= 40; count++) {
      const session = turns(count, 2_000)
      const context = await build(session, {})
      const without = await build(session, { results: false })
      expect({ count, used: context.report.tokens.total > 8_000 }).toEqual({ count, used: true })
      expect(context.messages.length).toBeGreaterThan(without.messages.length)
      const sizes = resultsIn(context)
      const short = sizes.filter((size) => size < 1_000).length
      expect(short).toBeGreaterThan(0)
      // The oldest first; what is new is whole.
      expect(sizes.slice(short).every((size) => size > 9_000)).toBe(true)
      expect(sizes.length).toBeGreaterThan(short)
      expect(context.report.rows.filter(({ action }) => action === 'shortened')).toHaveLength(short)
    }
  })

  it('and a page goes with the results of the next one, so that the cut moves as rarely as without', async () => {
    const moves = async (options: HistoryOptions): Promise<number> => {
      let [moved, before] = [0, '']
      for (let count = 8; count <= 60; count++) {
        const { messages } = await build(turns(count, 500), options)
        const text = JSON.stringify(messages.slice(0, -1))
        if (before !== '' && !text.startsWith(before.slice(0, -1))) moved++
        before = text
      }
      return moved
    }
    expect(await moves({})).toBeLessThanOrEqual(await moves({ results: false }))
  })

  it('stay whole where the tool has the rule keep', async () => {
    const context = await build(turns(20, 2_000), { results: { tools: { look: 'keep' } } })
    expect(resultsIn(context).every((size) => size > 9_000)).toBe(true)
  })
})
