import { createContextBuilder, type MemoryChunk, type MemoryState } from '@lamella/chunks'
import { isLamellaError } from '@lamella/core'
import { charTokenizer } from '@lamella/testkit'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, expect, it } from 'vitest'
import { allMessages } from '../support/all-messages.ts'
import { assistant, call, result, system, thinking, user } from '../support/chunks.ts'

const builder = createContextBuilder()
const ids = (chunks: readonly MemoryChunk[], options = {}) => builder.build({ chunks }, options).includedChunkIds
const round = [user('u', 'Look.'), call('a', '1'), result('b', '1'), assistant('c', 'Done.')]

describe('the messages of a build', () => {
  it('begin with the system prompt and merge consecutive chunks of one role', () => {
    const chunks = [user('1', 'a'), user('2', 'b'), assistant('3', 'c'), user('4', 'd'), user('5', 'e')]
    const result = builder.build(
      { chunks },
      {
        window: 8_000,
        systemPrompt: 'You are a helpful assistant.',
      },
    )
    const { system, messages, includedChunkIds, excludedChunkIds } = result
    expect(allMessages(result).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(system[0]?.content).toBe('You are a helpful assistant.')
    expect(messages[0]?.content).toBe(
      '<user_message id="1" role="user">\n  a\n</user_message>\n\n<user_message id="2" role="user">\n  b\n</user_message>',
    )
    expect([includedChunkIds, excludedChunkIds]).toEqual([['1', '2', '3', '4', '5'], []])
  })

  it('combine the system prompt, unchanged, and the system chunks after it in one message', () => {
    const prompt = 'You are an expert developer.\n\n<task>\n1 < 2\n</task>'
    const result = builder.build({ chunks: [system('s', 'x')] }, { systemPrompt: prompt })
    expect(allMessages(result)).toEqual([
      { role: 'system', content: `${prompt}\n\n<system_context id="s" priority="1000">\n  x\n</system_context>` },
    ])
    expect(result.system).toMatchObject([{ layer: 'system', stability: 'session' }])
    expect(builder.build({ chunks: [system('s', 'x')] }).system).toMatchObject([{ layer: 'chunks' }])
  })

  it('are empty for a state without chunks', () => {
    expect(builder.build({ chunks: [] }, { window: 0 })).toMatchObject({ messages: [], tokenCount: 0 })
  })
})

describe('the token count', () => {
  const texts = ['Hello, world!', '你好，世界', 'if (a < b && c) {}', 'Привет'.repeat(50)]
  const chunks = texts.flatMap((text, index) => [
    user(`u${index}`, text),
    user(`v${index}`, text),
    assistant(`a${index}`, text),
  ])

  it.each(['gpt-4o', 'gpt-4'])(
    'is exact with the tokenizer of %s, passed to the builder or to the build',
    async (model) => {
      const tokenizer = await createTokenizer(model)
      const early = createContextBuilder(tokenizer).build({ chunks }, { systemPrompt: 'Be kind.' })
      const late = builder.build({ chunks }, { systemPrompt: 'Be kind.', tokenizer })
      const sum = allMessages(early).reduce((total, { content }) => total + tokenizer.count(content), 0)
      expect([early.tokenCount, early.tokenCountExact]).toEqual([sum, true])
      expect(late).toMatchObject({
        system: early.system,
        messages: early.messages,
        tokenCount: sum,
        tokenCountExact: true,
      })
      for (let window = 60; window <= sum + 1; window += 7) {
        const { messages, tokenCount } = builder.build({ chunks }, { window: window + 200, tokenizer })
        expect(tokenCount).toBeLessThanOrEqual(window + 200)
        expect(tokenCount).toBe(messages.reduce((total, { content }) => total + tokenizer.count(content), 0))
      }
    },
  )

  it('is estimated at four characters per token without a tokenizer, and marked inexact with an estimating one', () => {
    const { messages, tokenCount, tokenCountExact } = builder.build({ chunks })
    expect(tokenCount).toBe(messages.reduce((total, { content }) => total + Math.ceil(content.length / 4), 0))
    expect(tokenCountExact).toBe(false)
    const estimates = { ...charTokenizer, name: 'about', exact: false }
    expect(builder.build({ chunks }, { tokenizer: estimates }).tokenCountExact).toBe(false)
  })
})

describe('cutting and dropping in a build', () => {
  it('drops the oldest chunk of the lowest priority and keeps the newest user message', () => {
    const chunks = [system('s', 'x'), user('1', 'y'), assistant('2', 'y'), assistant('3', 'y'), user('4', 'y')]
    const kept = [0, 1, 2, 3].map((less) => ids(chunks, { window: 84 - 14 * less }))
    expect(kept[0]?.length).toBeGreaterThan(2)
    expect(kept.at(-1)).toEqual(['s', '4'])
    for (const list of kept) expect(list).toContain('4')
    const less = chunks.map((chunk) =>
      chunk.id === '3' ? { ...chunk, metadata: { ...chunk.metadata, priority: -1 } } : chunk,
    )
    expect(ids(less as MemoryChunk[], { window: 70 })).not.toContain('3')
  })

  it('drops an old small message rather than the newest large one', () => {
    const chunks = [user('1', 'a'), assistant('2', 'b'), user('3', 'c'.repeat(4_000))]
    expect(ids(chunks, { window: 1_020 })).toEqual(['3'])
  })

  it('drops a call with its result and the thought that led to it, but no other use of its id', () => {
    const chunks = [
      thinking('t', 'x'),
      ...[call('a', '1'), result('b', '1')],
      ...[call('c', '1'), result('d', '1')],
      user('u', 'Go.'),
    ]
    const seen = new Set<string>()
    for (let window = 20; window < 150; window++) seen.add(ids(chunks, { window }).join(''))
    expect([...seen]).toEqual(['u', 'cdu', 'tabcdu'])
  })

  it('cuts a long result before dropping it', () => {
    const long = 'line\n'.repeat(4_000)
    const chunks = [
      user('u', 'Look.'),
      call('a', '1'),
      result('b', '1', long),
      assistant('c', 'Done.'),
      user('v', 'And?'),
    ]
    const { messages, includedChunkIds, report } = builder.build({ chunks }, { window: 1_600 })
    expect(includedChunkIds).toEqual(['u', 'a', 'b', 'c', 'v'])
    expect(messages[2]?.content).toMatch(/… \[16\d{3} characters cut\]/)
    expect(report.rows).toMatchObject([{ fragment: 'b', action: 'shortened', policy: 'oldest-chunk-first' }])
    expect(report.explain()).toContain('- b: shortened (window')
  })

  it('never drops pinned chunks; if the limit is too small, the error names one that works', () => {
    const pinned = { ...assistant('p', 'z'.repeat(400)), metadata: { role: 'assistant', pinned: true } } as MemoryChunk
    const chunks = [pinned, assistant('q', 'z'), user('u', 'Hi')]
    try {
      builder.build({ chunks }, { window: 100, systemPrompt: 'Be kind.' })
      expect.unreachable()
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
      expect(error.details.largest.map(({ layer, fragment }) => `${layer}/${fragment}`)).toEqual([
        'chunks/p',
        'chunks/u',
        'system/prompt',
      ])
      const window = error.details.smallestWindow
      const { includedChunkIds, tokenCount } = builder.build({ chunks }, { window, systemPrompt: 'Be kind.' })
      expect([includedChunkIds, tokenCount]).toEqual([['p', 'u'], window])
    }
  })
})

describe('a call or result without its counterpart', () => {
  it('gets a marked stand-in or is omitted, and is reported', () => {
    const chunks = [call('a', '1'), user('u', 'Go on.'), result('r', '9')]
    const { messages, exclusions, report } = builder.build({ chunks })
    expect(messages[1]?.content.split('\n\n')[0]).toBe(
      '<tool_result id="a:result" tool="look" call_id="1" success="false" error="true" synthetic="true">\n' +
        '  [No result of this tool call was recorded.]\n</tool_result>',
    )
    expect(exclusions).toEqual([{ chunkId: 'r', reason: 'repair', repair: 'result-dropped', toolCallId: '9' }])
    expect(report.rows.map(({ fragment, action, reason }) => [fragment, action, reason])).toEqual([
      ['r', 'dropped', 'repair'],
      ['a', 'repaired', 'repair'],
    ])
    expect(report.layers.chunks.notices).toMatchObject([{ code: 'RESULT_MISSING' }])
  })

  it('stays without a stand-in at the very end, where the result may still arrive', () => {
    const chunks = [user('u', 'Go.'), call('a', '1'), call('b', '2'), result('r', '2')]
    const { messages, includedChunkIds } = builder.build({ chunks })
    expect(includedChunkIds).toEqual(['u', 'a', 'b', 'r'])
    expect(messages.some(({ content }) => content.includes('synthetic'))).toBe(false)
    const { messages: after } = builder.build({ chunks: [...chunks, call('c', '3')] })
    expect(after.filter(({ content }) => content.includes('id="a:result"'))).toHaveLength(1)
  })

  it('is omitted with its thought if the policy is to drop', () => {
    const chunks = [thinking('t', 'Hm.'), call('a', '1'), user('u', 'Go on.')]
    const { exclusions } = builder.build({ chunks }, { repair: { missingResult: 'drop' } })
    expect(exclusions).toEqual([
      { chunkId: 't', reason: 'repair', repair: 'call-dropped', toolCallId: '1', with: 'a' },
      { chunkId: 'a', reason: 'repair', repair: 'call-dropped', toolCallId: '1' },
    ])
  })

  it('is an error if the policy is to fail', () => {
    const missing = () =>
      builder.build({ chunks: [call('a', '1'), user('u', '')] }, { repair: { missingResult: 'fail' } })
    expect(missing).toThrow(/Chunk 'a': the call '1' has no result/)
    const orphan = () => builder.build({ chunks: [result('a', '1')] }, { repair: { orphanResult: 'fail' } })
    expect(orphan).toThrow(/Chunk 'a': the result '1' has no call/)
  })

  it('gets a stand-in with a unique id, even if a chunk already has that id', () => {
    const chunks = [call('a', '1'), user('a:result', 'x')]
    expect(builder.build({ chunks }).messages[1]?.content).toContain('<tool_result id="a:result&apos;"')
  })
})

describe('filters', () => {
  const all = [system('s', 'x'), ...round, { id: 'o', type: 'OUTPUT', subType: 'COMPLETED', content: '', metadata: {} }]
  const chunks = all as MemoryChunk[]

  it.each([
    [{}, ['s', 'u', 'a', 'b', 'c', 'o']],
    [{ includeSystem: false }, ['u', 'a', 'b', 'c', 'o']],
    [{ includeEnvironment: false }, ['s', 'u', 'c', 'o']],
    [{ excludeTypes: ['OUTPUT', 'WORKFLOW'] as const }, ['s', 'u', 'c']],
    [{ includeOnlyChunkIds: ['c', 'u', 'nobody'] }, ['u', 'c']],
    [{ includeOnlyChunkIds: ['a'] }, []],
    [{ includeOnlyChunkIds: [] }, []],
    [{ includeSystem: true, includeEnvironment: true, excludeTypes: [] }, ['s', 'u', 'a', 'b', 'c', 'o']],
  ])('%j leave %j', (options, included) => {
    const { includedChunkIds, excludedChunkIds, exclusions, report } = builder.build({ chunks }, options)
    expect(includedChunkIds).toEqual(included)
    expect(excludedChunkIds).toEqual(chunks.map(({ id }) => id).filter((id) => !included.includes(id)))
    expect(exclusions.every(({ reason }) => reason === 'filter')).toBe(true)
    const omitted = report.layers.chunks.omitted.reduce((sum, { count }) => sum + count, 0)
    expect(omitted).toBe(excludedChunkIds.length)
  })

  it('report which option excluded a chunk, and the chunks excluded with it', () => {
    const { exclusions } = builder.build({ chunks }, { includeEnvironment: false, excludeTypes: ['OUTPUT'] })
    expect(exclusions).toEqual([
      { chunkId: 'a', reason: 'filter', option: 'includeEnvironment', with: 'b' },
      { chunkId: 'b', reason: 'filter', option: 'includeEnvironment' },
      { chunkId: 'o', reason: 'filter', option: 'excludeTypes' },
    ])
  })
})

describe('a state', () => {
  it('may be a list, a map, or an object with the order, and may have other fields', () => {
    const byId = Object.fromEntries(round.map((chunk) => [chunk.id, chunk]))
    const map = new Map(Object.entries(byId))
    const states: readonly MemoryState[] = [
      { chunks: round },
      { chunks: map },
      { chunks: map, chunkIds: ['u', 'a', 'b', 'c'] },
      { chunks: byId, chunkIds: ['u', 'a', 'b', 'c'] },
      { chunks: [...round].reverse(), chunkIds: ['u', 'a', 'b', 'c'], threadId: 't' } as MemoryState,
    ]
    const wanted = builder.build({ chunks: round })
    for (const state of states) expect(builder.build(state).messages).toEqual(wanted.messages)
    expect(builder.build({ chunks: byId, chunkIds: ['c', 'u'] }).includedChunkIds).toEqual(['c', 'u'])
  })

  it.each([
    ['nothing', undefined, /is not an object/],
    ['a list', [], /is not an object/],
    ['no chunks', {}, /has no chunks/],
    ['an object without an order', { chunks: {} }, /key order is unreliable/],
    ['an id without a chunk', { chunks: {}, chunkIds: ['a'] }, /lists the id 'a'/],
    ['an id from the prototype', { chunks: {}, chunkIds: ['__proto__'] }, /lists the id '__proto__'/],
    ['an order that is not a list', { chunks: [], chunkIds: 'a' }, /chunkIds that are not a list/],
    ['a duplicate id', { chunks: [user('a', ''), user('a', '')] }, /two chunks with the id 'a'/],
    ['an id listed twice', { chunks: [user('a', '')], chunkIds: ['a', 'a'] }, /two chunks with the id 'a'/],
    ['a chunk under another id', { chunks: { a: user('b', '') }, chunkIds: ['a'] }, /the chunk 'b' under the id 'a'/],
  ])('is rejected: %s', (_, state, message) => {
    expect(() => builder.build(state as never)).toThrow(message)
    expect(() => builder.build(state as never)).toThrow(/STATE_INVALID/)
  })
})

describe('the limit of a build', () => {
  const chunks = [user('1', 'x'.repeat(400)), assistant('2', 'y'.repeat(400)), user('3', 'z')]

  it('is the window minus the reserve', () => {
    const plain = builder.build({ chunks }, { window: 200 })
    const reserved = builder.build({ chunks }, { window: 1_200, reserve: 1_000 })
    expect(reserved.messages).toEqual(plain.messages)
    expect(reserved.excludedChunkIds).toEqual(['1'])
    expect(reserved.report.tokens).toMatchObject({ window: 1_200, reserve: 1_000, free: plain.report.tokens.free })
    expect(plain.report.tokens).toMatchObject({ window: 200, reserve: 0 })
  })

  it('must be larger than the reserve', () => {
    expect(() => builder.build({ chunks }, { window: 200, reserve: 200 })).toThrow(/BUDGET_INVALID/)
  })

  it('is reported as the smallest window that works, including the reserve', () => {
    try {
      builder.build({ chunks }, { window: 110, reserve: 100 })
      expect.unreachable()
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
      const { smallestWindow: window, reserve } = error.details
      expect(reserve).toBe(100)
      expect(builder.build({ chunks }, { window, reserve }).includedChunkIds).toEqual(['3'])
    }
  })
})

describe('options', () => {
  it.each([
    [{ windows: 1 }, /build: 'windows' is not an option. Did you mean 'window'\?/],
    [{ maxTokens: 1 }, /build: 'maxTokens' is not an option/],
    [{ window: -1 }, /'window' must be a whole number/],
    [{ excludeTypes: ['OUTPUTS'] }, /'excludeTypes' must be a list of types/],
    [{ includeOnlyChunkIds: 'a' }, /'includeOnlyChunkIds' must be a list of strings/],
    [{ systemPrompt: 7 }, /'systemPrompt' must be a string/],
    [{ includeSystem: 1 }, /'includeSystem' must be true or false/],
    [{ tokenizer: { count: () => 1 } }, /'tokenizer' must be a tokenizer/],
    [{ tokenizer: Promise.resolve() }, /'tokenizer' is a promise: await createTokenizer\(model\) first/],
    [{ framing: {} }, /'framing' must be a framing/],
    [{ repair: { missing: 'drop' } }, /'repair' has no 'missing'/],
    [{ repair: { missingResult: 'keep' } }, /'repair' has an invalid missingResult: it must be one of/],
  ])('%o are rejected', (options, message) => {
    expect(() => builder.build({ chunks: [] }, options as never)).toThrow(message)
  })

  it('are also checked when the builder is created', () => {
    expect(() => createContextBuilder({} as never)).toThrow(/createContextBuilder: 'tokenizer'/)
  })
})

describe('a summary of earlier chunks', () => {
  const summary = (id: string, pinned?: boolean): MemoryChunk => ({
    id,
    type: 'WORKING_FLOW',
    subType: 'COMPACTED',
    content: `They agreed on ${id}.`,
    metadata: pinned === undefined ? {} : { pinned },
  })
  const talk = Array.from({ length: 40 }, (_, n) => [
    user(`u${n}`, 'why '.repeat(20)),
    assistant(`a${n}`, 'because '.repeat(20)),
  ]).flat()

  it('stays while chunks after it are dropped: the newest one, unless it is not pinned', () => {
    const limits = { window: 2_000 }
    const kept = ids([summary('old'), summary('new'), ...talk], limits)
    expect(kept.slice(0, 1)).toEqual(['new'])
    expect(kept.length).toBeLessThan(60)
    expect(ids([summary('old', true), summary('new'), ...talk], limits).slice(0, 2)).toEqual(['old', 'new'])
    expect(ids([summary('new', false), ...talk], limits)).not.toContain('new')
  })
})
