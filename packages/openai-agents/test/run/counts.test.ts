import { countedModel, type HostedRequest, runOptions } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents'
import { describe, expect, it } from 'vitest'

setTracingDisabled(true)

const [window, reserve] = [6_000, 600]
const room = window - reserve
const scope = { tenant: 'acme', user: 'ada', session: 's' }
const answer = `It is so. ${'It was always so, as everybody knows. '.repeat(20)}`

/** Asks a model whose provider counts `factor` tokens for each that is estimated, and refuses more than `limit`. */
async function talk(turns: number, factor: number, { limit = Number.POSITIVE_INFINITY, size = window } = {}) {
  const [accepted, refused]: [number[], number[]] = [[], []]
  const asked: HostedRequest[] = []
  let last: HostedRequest | undefined
  let answers = 0
  const create = async (): Promise<object> => {
    const { layers, tools, framing } = (last as HostedRequest).context.report.tokens
    const tokens = Math.round(factor * (layers + tools + framing))
    if (tokens > limit) {
      refused.push(tokens)
      throw Object.assign(new Error(`prompt is too long: ${tokens} tokens > ${limit} maximum`), { status: 400 })
    }
    accepted.push(tokens)
    const number = answers++
    const text = { type: 'output_text', text: answer, annotations: [], logprobs: [] }
    return {
      id: `resp_${number}`,
      status: 'completed',
      output: [{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content: [text] }],
      usage: { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 },
    }
  }
  const client = { responses: { create }, baseURL: 'http://localhost' }
  const agent = new Agent({
    name: 'Guide',
    modelSettings: { store: false },
    model: countedModel(new OpenAIResponsesModel(client as never, 'stub')),
  })
  const sessions = createSessionStore()
  for (let turn = 0; turn < turns; turn++) {
    const options = runOptions({
      sessions,
      scope,
      model: 'stub',
      window: size,
      reserve,
      onRequest: (request) => {
        asked.push(request)
        last = request
      },
    })
    await run(agent, `Question ${turn}: ${'why is that so? '.repeat(15)}`, options)
  }
  return { accepted, refused, asked }
}

describe('a counted model', () => {
  it.each([1.55, 0.8])('decides what fits, where %s tokens are counted for one', async (factor) => {
    const { accepted, asked } = await talk(50, factor)
    const cuts = asked.flatMap(({ context }, index) => (context.report.run?.cut ? [index] : []))
    expect(cuts.length).toBeGreaterThan(0)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    for (const cut of cuts) expect(accepted[cut - 1]).toBeGreaterThan(0.85 * room)
  })

  it('sends a request that is refused once more, and keeps to the limit', async () => {
    const { accepted, refused, asked } = await talk(30, 1.4, { limit: 5_400, size: 100_000 })
    expect(refused).toHaveLength(1)
    expect([accepted.length, asked.length]).toEqual([30, 31])
    const codes = asked.flatMap(({ context }) => context.report.notices?.map(({ code }) => code) ?? [])
    expect(codes.filter((code) => code === 'REQUEST_REFUSED')).toHaveLength(1)
    expect(asked.at(-1)?.context.report.tokens.window).toBeLessThan(10_000)
  })
})
