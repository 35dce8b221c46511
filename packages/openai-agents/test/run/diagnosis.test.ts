import { countedModel, type HostedRequest, runOptions } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents'
import { describe, expect, it } from 'vitest'

setTracingDisabled(true)

const search = tool({
  name: 'search',
  description: 'Finds.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true } as never,
  strict: false,
  execute: () => 'beans',
})

/** Asks twice, the second time without a tool; the second answer says what a test wants. */
async function twice(said: object, stream: boolean): Promise<readonly HostedRequest[]> {
  const asked: HostedRequest[] = []
  let answers = 0
  const answer = (): object => {
    const text = { type: 'output_text', text: 'Yes.', annotations: [], logprobs: [] }
    return {
      id: `resp_${answers}`,
      status: 'completed',
      output: [{ type: 'message', id: `msg_${answers}`, role: 'assistant', status: 'completed', content: [text] }],
      usage: { input_tokens: 50, output_tokens: 10, total_tokens: 60 },
      ...(answers++ === 0 ? { prompt_cache_diagnostics: null } : said),
    }
  }
  const create = async ({ stream: isStream }: { stream?: boolean }): Promise<unknown> => {
    if (!isStream) return answer()
    return (async function* () {
      yield { type: 'response.completed', response: answer(), sequence_number: 0 }
    })()
  }
  const model = countedModel(
    new OpenAIResponsesModel({ responses: { create }, baseURL: 'http://localhost' } as never, 'stub'),
  )
  const sessions = createSessionStore()
  for (const tools of [[search], []]) {
    const agent = new Agent({ name: 'Guide', modelSettings: { store: false }, model, tools })
    const scope = { tenant: 'acme', session: 's' }
    const options = runOptions({ sessions, scope, model: 'gpt-4o', onRequest: (one) => asked.push(one) })
    if (!stream) await run(agent, 'Why?', options)
    else await (await run(agent, 'Why?', { ...options, stream: true })).completed
  }
  return asked
}

describe('what OpenAI says of a request, with a counted model', () => {
  it.each([false, true])('is in a second call of onRequest, with what changed (stream %s)', async (stream) => {
    const asked = await twice(
      {
        prompt_cache_diagnostics: { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 },
        input_transformations: [{ type: 'reasoning', action: 'removed', id: 'rs_1', reason: 'prefix_mismatch' }],
      },
      stream,
    )
    expect(asked.map(({ diagnosis }) => diagnosis?.map(({ code }) => code))).toEqual([
      undefined,
      undefined,
      ['REASONING_MISMATCH', 'CACHE_MISSED'],
    ])
    expect(asked[2]?.context).toBe(asked[1]?.context)
    expect(asked[2]?.usage).toMatchObject({ input: 50, output: 10 })
    expect(asked[2]?.diagnosis?.[1]?.what).toContain("The tool 'search' was removed.")
  })

  it('is no call where it found nothing', async () => {
    expect(await twice({ prompt_cache_diagnostics: { type: 'cache_hit' } }, false)).toHaveLength(2)
  })
})
