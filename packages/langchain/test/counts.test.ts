import { type HostedRequest, lamella } from '@lamella/langchain'
import { createSessionStore } from '@lamella/store/memory'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { describe, expect, it } from 'vitest'

const [window, reserve] = [6_000, 600]
const room = window - reserve
const careful = heuristic({ mode: 'careful' })
const answer = `It is so. ${'It was always so, as everybody knows. '.repeat(20)}`

/** A request of texts, as the adapter estimates it. */
const estimated = (messages: readonly BaseMessage[]): number =>
  messages.reduce((sum, { text }) => sum + 4 + careful.count(text), 3)

/** Asks a model whose provider counts `factor` tokens for each that is estimated, and refuses more than `limit`. */
async function talk(turns: number, factor: number, { limit = Number.POSITIVE_INFINITY, size = window } = {}) {
  const [accepted, refused]: [number[], number[]] = [[], []]
  const asked: HostedRequest[] = []
  const { wrapModelCall } = lamella({
    sessions: createSessionStore(),
    scope: { tenant: 'acme', user: 'ada' },
    model: 'stub',
    window: size,
    reserve,
    onRequest: (request) => asked.push(request),
  })
  const state: BaseMessage[] = []
  for (let turn = 0; turn < turns; turn++) {
    state.push(new HumanMessage(`Question ${turn}: ${'why is that so? '.repeat(15)}`))
    const request = { model: 'stub', messages: [...state], tools: [], runtime: { configurable: { thread_id: 's' } } }
    const handler = ({ messages }: { readonly messages: readonly BaseMessage[] }): AIMessage => {
      const tokens = Math.round(factor * estimated(messages))
      if (tokens > limit) {
        refused.push(tokens)
        throw new Error(`prompt is too long: ${tokens} tokens > ${limit} maximum`)
      }
      accepted.push(tokens)
      const usage_metadata = { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 }
      return Object.assign(new AIMessage(answer), { usage_metadata })
    }
    state.push(await wrapModelCall(request, handler as never))
  }
  return { accepted, refused, asked }
}

describe('the usage of an answer', () => {
  it.each([1.55, 0.8])('decides what fits, where %s tokens are counted for one', async (factor) => {
    const { accepted, asked } = await talk(50, factor)
    const cuts = asked.flatMap(({ context }, index) => (context.report.run?.cut ? [index] : []))
    expect(cuts.length).toBeGreaterThan(0)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    for (const cut of cuts) expect(accepted[cut - 1]).toBeGreaterThan(0.85 * room)
  })

  it('is not needed for a request that is refused: it is sent once more, and the limit is kept', async () => {
    const { accepted, refused, asked } = await talk(30, 1.4, { limit: 5_400, size: 100_000 })
    expect([refused.length, accepted.length]).toEqual([1, 30])
    expect(asked.at(-1)?.context.report.tokens.window).toBeLessThan(10_000)
    const codes = asked.flatMap(({ context }) => context.report.notices?.map(({ code }) => code) ?? [])
    expect(codes.filter((code) => code === 'REQUEST_REFUSED')).toHaveLength(1)
  })
})
