import { createHost, type HostedRequest } from '@lamella/host'
import { createSessionStore } from '@lamella/store/memory'
import { readDiagnosis } from '@lamella/wire/formats'
import { describe, expect, it } from 'vitest'

const tool = { name: 'search', description: 'Finds pages.', inputSchema: { type: 'object' } } as const
const missed = { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 }
const nothing = { prompt_cache_diagnostics: null }

/** A host whose provider says of each answer what a test wants. */
function host({ sessions = createSessionStore() } = {}) {
  const asked: HostedRequest[] = []
  const followed: unknown[] = []
  const build = createHost(
    'lamella',
    {
      sessions,
      scope: { tenant: 'acme' },
      onRequest: (request) => asked.push(request),
      observe: { begin: () => undefined, diagnosed: (_, found) => followed.push(...found.map(({ code }) => code)) },
    },
    { marks: 'lamella:test' },
  )
  const ask = async (
    session: string | undefined,
    tools: readonly (typeof tool)[],
    ...responses: readonly unknown[]
  ) => {
    const messages = [{ role: 'user', content: 'Hello' }] as const
    const request = await build({ call: {}, model: 'gpt-4o', session, messages, tools })
    return request.answered([{ role: 'assistant', content: 'Fine.' }], { input: 10 }, { responses })
  }
  return { ask, asked, followed }
}

describe('what a provider finds in a request', () => {
  it('is passed to onRequest with what changed since the request before, and to tracers', async () => {
    const { ask, asked, followed } = host()
    await ask('s', [tool], nothing)
    const other = { ...tool, description: 'Finds all.' as never }
    const found = await ask('s', [other], { prompt_cache_diagnostics: missed })
    expect(found.map(({ what }) => what)).toEqual([
      expect.stringMatching(
        /^The prompt cache missed 900 tokens, the provider says: tools_changed\..* The tool 'search' changed\.$/,
      ),
    ])
    expect(asked.map(({ diagnosis }) => diagnosis)).toEqual([undefined, found])
    expect(followed).toEqual(['CACHE_MISSED'])
  })

  it('is the same of Anthropic', async () => {
    const { ask } = host()
    await ask('s', [tool], { diagnostics: null })
    const reason = { type: 'tools_changed', cache_missed_input_tokens: 70 }
    const transformed = { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' }
    const found = await ask('s', [], {
      diagnostics: { cache_miss_reason: reason },
      input_transformations: [transformed],
    })
    expect(found.map(({ code }) => code)).toEqual(['REASONING_MISMATCH', 'CACHE_MISSED'])
    expect(found[0]?.what).toContain("The tool 'search' was removed.")
  })

  it('counts each reasoning item of OpenAI once, although each answer repeats it', async () => {
    const { ask } = host()
    const removed = (id: string) => ({ type: 'reasoning', action: 'removed', id, reason: 'prefix_mismatch' })
    const first = await ask('s', [], { input_transformations: [removed('rs_1')] })
    const second = await ask('s', [], { input_transformations: [removed('rs_1'), removed('rs_2')] })
    expect([first, second].map(([notice]) => notice?.details?.['items'])).toEqual([['rs_1'], ['rs_2']])
  })

  it('knows what changed in its own conversation only, and without one nothing', async () => {
    const { ask } = host()
    await ask('one', [tool], nothing)
    await ask('two', [], nothing)
    const [same] = await ask('one', [tool], { prompt_cache_diagnostics: missed })
    const [alone] = await ask(undefined, [], { prompt_cache_diagnostics: missed })
    expect(same?.what).not.toContain('The tool')
    expect(alone?.what).toBe('The prompt cache missed 900 tokens, the provider says: tools_changed.')
  })

  it('says what the provider says where another host of the same store built the request before', async () => {
    const sessions = createSessionStore()
    await host({ sessions }).ask('s', [tool], nothing)
    const [found] = await host({ sessions }).ask('s', [], { prompt_cache_diagnostics: missed })
    expect(found?.what).toMatch(/^The prompt cache missed 900 tokens, the provider says: tools_changed\./)
    expect(found?.details).not.toHaveProperty('changes')
  })

  it('keeps nothing of conversations whose provider says nothing, and few of the others', async () => {
    const { ask } = host()
    await ask('silent', [tool], {})
    for (let index = 0; index < 17; index++) await ask(`s${index}`, [tool], nothing)
    const said = async (session: string) => (await ask(session, [], { prompt_cache_diagnostics: missed }))[0]?.details
    expect(await said('silent')).not.toHaveProperty('changes')
    expect(await said('s0')).not.toHaveProperty('changes')
    expect(await said('s16')).toHaveProperty('changes')
  })
})

describe('readDiagnosis', () => {
  it('finds the fields in a response, in an event that has it, and in what libraries keep', () => {
    const body = { prompt_cache_diagnostics: { type: 'cache_hit' } }
    const hit = { cache: { result: 'hit' } }
    for (const one of [
      body,
      { type: 'response.completed', response: body },
      { __raw_response: body },
      { providerData: body },
    ])
      expect(readDiagnosis(one)).toEqual(hit)
    expect(readDiagnosis({ type: 'message_start', message: { diagnostics: { cache_miss_reason: null } } })).toEqual({
      cache: { result: 'unknown' },
    })
  })

  it('takes the first that says something, tells nothing found from nothing said, and reads no other value', () => {
    expect(readDiagnosis(nothing, { response: { prompt_cache_diagnostics: { type: 'cache_hit' } } })).toEqual({
      cache: { result: 'hit' },
    })
    expect(readDiagnosis(nothing)).toEqual({})
    expect(readDiagnosis({ inputTransformations: [] })).toEqual({})
    for (const one of [undefined, null, 7, 'text', [], {}, { response: 'x' }])
      expect(readDiagnosis(one)).toBeUndefined()
  })
})
