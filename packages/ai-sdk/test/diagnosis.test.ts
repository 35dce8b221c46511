import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { drained, type Host, hosts, type Mock, text, user } from './support/hosts.ts'

const openai = {
  prompt_cache_diagnostics: { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 },
  input_transformations: [{ type: 'reasoning', action: 'removed', id: 'rs_1', reason: 'prefix_mismatch' }],
}
const anthropic = {
  diagnostics: { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 900 } },
  input_transformations: [
    { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
  ],
}

/** What comes back of an answer beside it, as the SDK shows it. */
type Shown = NonNullable<Parameters<Host['mock']>[1]>['shown']

/** Asks twice, the second time without the tool of the first, in a stream or not. */
async function twice({ sdk, mock }: Host, second: Shown, isStream: boolean, inSteps = false) {
  const asked: HostedRequest[] = []
  const shown = (number: number): ReturnType<NonNullable<Shown>> =>
    number === 1
      ? { body: { diagnostics: null }, raw: [{ type: 'message_start', message: { diagnostics: null } }] }
      : (second?.(number) ?? {})
  const { model }: Mock = mock(() => [text('Yes.')], { shown })
  const middleware = lamella({
    sessions: createSessionStore(),
    scope: { tenant: 'acme' },
    onRequest: (one) => asked.push(one),
  })
  const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
  let metadata: unknown
  for (const tools of [{ search: { description: 'Finds.', inputSchema: sdk.jsonSchema({ type: 'object' }) } }, {}]) {
    const call = {
      messages: [user('Why?')] as never,
      tools: tools as never,
      includeRawChunks: true,
      ...(inSteps
        ? { model: model as never, ...(middleware.steps({ session: 's', tools }) as object) }
        : { model: wrapped, providerOptions: { lamella: { session: 's' } } }),
    }
    if (isStream) {
      const result = sdk.streamText(call)
      expect(await drained(result)).toEqual([])
      metadata = await result.providerMetadata
    } else metadata = (await sdk.generateText(call)).providerMetadata
  }
  return { asked, metadata: (metadata as { lamella?: { diagnosis?: object } } | undefined)?.lamella }
}

const found = [
  expect.stringMatching(/^The provider removed reasoning .+ The tool 'search' was removed\.$/),
  expect.stringMatching(
    /^The prompt cache missed 900 tokens, the provider says: tools_changed\..* The tool 'search' was removed\.$/,
  ),
]

describe.each(hosts)('what a provider says of a request, in $name', (host) => {
  it.each([
    ['OpenAI', false, () => ({ body: openai })],
    [
      'OpenAI',
      true,
      () => ({
        raw: [
          { type: 'response.created', response: { prompt_cache_diagnostics: null } },
          { type: 'response.output_text.delta' },
          { type: 'response.completed', response: openai },
        ],
      }),
    ],
    ['Anthropic', false, () => ({ body: anthropic })],
    [
      'Anthropic',
      true,
      () => ({
        raw: [
          { type: 'message_start', message: anthropic },
          { type: 'content_block_delta' },
          { type: 'message_delta' },
          { type: 'message_stop' },
        ],
      }),
    ],
  ])('is in onRequest and in the metadata: %s, stream %s', async (_, isStream, shown) => {
    const { asked, metadata } = await twice(host, shown, isStream)
    expect(asked.map(({ diagnosis }) => diagnosis?.map(({ what }) => what))).toEqual([undefined, found])
    expect(metadata?.diagnosis).toMatchObject([{ code: 'REASONING_MISMATCH' }, { code: 'CACHE_MISSED' }])
  })

  it.each([
    ['OpenAI', false, () => ({ body: openai })],
    ['Anthropic', true, () => ({ raw: [{ type: 'message_start', message: anthropic }] })],
  ])('is in onRequest with steps(): %s, stream %s', async (_, isStream, shown) => {
    const { asked } = await twice(host, shown, isStream, true)
    expect(asked.map(({ diagnosis }) => diagnosis?.map(({ what }) => what))).toEqual([undefined, found])
    expect(asked[1]?.usage).toMatchObject({ input: 100, output: 10 })
  })

  it('is read from the metadata of the provider without its events', async () => {
    const { input_transformations: inputTransformations } = anthropic
    const { asked } = await twice(host, () => ({ providerMetadata: { anthropic: { inputTransformations } } }), true)
    expect(asked[1]?.diagnosis?.map(({ code }) => code)).toEqual(['REASONING_MISMATCH'])
  })
})
