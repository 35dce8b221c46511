import { type HostedRequest, lamella } from '@lamella/langchain'
import { createSessionStore } from '@lamella/store/memory'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { expect, it } from 'vitest'

const tool = { name: 'search', description: 'Finds.', schema: { type: 'object', properties: {} } }

/** Asks twice, the second time without the tool of the first. */
async function twice(first: object, second: object): Promise<readonly HostedRequest[]> {
  const asked: HostedRequest[] = []
  const { wrapModelCall } = lamella({
    sessions: createSessionStore(),
    scope: { tenant: 'acme' },
    model: 'gpt-4o',
    onRequest: (request) => asked.push(request),
  })
  for (const [fields, tools] of [
    [first, [tool]],
    [second, []],
  ] as const) {
    const runtime = { configurable: { thread_id: 's' } }
    const request = { model: 'gpt-4o', messages: [new HumanMessage('Why?')], tools, runtime }
    await wrapModelCall(request, (() => new AIMessage({ content: 'Yes.', ...fields })) as never)
  }
  return asked
}

const anthropic = { diagnostics: { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 900 } } }
const openai = { prompt_cache_diagnostics: { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 } }

it.each([
  [
    'Anthropic, in the metadata of the response',
    { response_metadata: { diagnostics: null } },
    { response_metadata: anthropic },
  ],
  [
    'OpenAI, in the response that is kept if it is asked for',
    { additional_kwargs: { __raw_response: { prompt_cache_diagnostics: null } } },
    { additional_kwargs: { __raw_response: openai } },
  ],
])('shows in onRequest what the provider says of a request: %s', async (_, first, second) => {
  const asked = await twice(first, second)
  expect(asked.map(({ diagnosis }) => diagnosis?.map(({ code }) => code))).toEqual([undefined, ['CACHE_MISSED']])
  expect(asked[1]?.diagnosis?.[0]?.what).toMatch(
    /^The prompt cache missed 900 tokens, .+ The tool 'search' was removed\.$/,
  )
})
