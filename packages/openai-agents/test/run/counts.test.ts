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

describe('a stream that is refused', () => {
  const refusal = Object.assign(new Error('prompt is too long: 9,000 tokens > 5,400 maximum'), { status: 400 })
  const response = (output: readonly object[]): object => ({
    id: 'resp_1',
    status: 'completed',
    output,
    usage: { input_tokens: 50, output_tokens: 10, total_tokens: 60 },
  })

  /** Streams the answer to a conversation that can be shortened; the first stream breaks after some events. */
  async function streamed(events: readonly object[]): Promise<{ readonly requests: number; readonly error: unknown }> {
    let requests = 0
    const create = async (): Promise<unknown> => {
      const isFirst = ++requests === 1
      return (async function* () {
        if (isFirst) yield* events
        if (isFirst) throw refusal
        const content = [{ type: 'output_text', text: 'Yes.', annotations: [], logprobs: [] }]
        const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
        yield { type: 'response.completed', response: response([message]), sequence_number: 0 }
      })()
    }
    const client = { responses: { create }, baseURL: 'http://localhost' }
    const model = countedModel(new OpenAIResponsesModel(client as never, 'stub'))
    const agent = new Agent({ name: 'Guide', modelSettings: { store: false }, model })
    const { callModelInputFilter } = runOptions({
      sessions: createSessionStore(),
      scope,
      model: 'stub',
      window,
      reserve,
    })
    const said = [{ type: 'output_text', text: answer }]
    const input = [
      { role: 'user', content: 'One' },
      { role: 'assistant', status: 'completed', content: said },
      { role: 'user', content: 'Two' },
    ]
    const result = await run(agent, input as never, { callModelInputFilter, stream: true })
    const error = await result.completed.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { requests, error }
  }

  it('is sent once more where only its creation was announced', async () => {
    const created = { type: 'response.created', response: response([]), sequence_number: 0 }
    expect(await streamed([created])).toEqual({ requests: 2, error: undefined })
  })

  it('is not sent again where its answer had begun', async () => {
    const delta = { type: 'response.output_text.delta', delta: 'So', item_id: 'msg_1', sequence_number: 1 }
    const { requests, error } = await streamed([delta])
    expect([requests, error instanceof Error]).toEqual([1, true])
  })
})
