import { createContext, createEstimator, defineLayer } from '@lamella/core'
import {
  type ConversationOptions,
  createHost,
  type HostedRequest,
  type HostOptions,
  type HostTraits,
} from '@lamella/host'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../../core/test/support/char-tokenizer.ts'
import { wordRanker } from '../../core/test/support/word-ranker.ts'

interface Call {
  readonly name?: string
}
type Options = HostOptions<Call> & ConversationOptions

const said = defineLayer('said', {
  placement: 'messages',
  load: ({ message }) => (message ? [{ id: 'message', content: [message], pinned: true }] : []),
})
const sized = createContext().use(said).budget({ window: 8_000, reserve: 1_000 })
const hostOf = (options: Options, traits: Partial<HostTraits> = {}) =>
  createHost<Call, object>('lamella', options, { marks: 'lamella:test', ...traits })

const question = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] } as const
const answer = { role: 'assistant', content: 'Fine.' } as const

describe('createHost', () => {
  it.each([
    ['an option that no host has', { windows: 8_000 }, {}],
    ['an option of hosts that show answers, without answers', { systemInMiddle: true }, { history: 'host' as const }],
    ['a window that is no number', { window: 0 }, {}],
    ['a model without a name', { model: 7 as never }, {}],
    ['a count that is no function', { countTokens: 7 as never }, {}],
    ['an own option that its check refuses', { name: 1 }, { checks: { name: () => 'must be a name' } }],
  ])('refuses %s', (_, options, traits) => {
    expect(() => hostOf(options as Options, traits)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it('builds a request of the default builder without a scope, and reports none', async () => {
    const requests: HostedRequest[] = []
    const build = hostOf({ onRequest: (request) => requests.push(request) })
    const { messages, system, report } = await build({
      ...question,
      call: {},
      session: 's',
      system: ['Be kind.', 'Be brief.'],
    })
    expect([system, messages]).toEqual(['Be kind.\n\nBe brief.', [{ role: 'user', content: 'Hello' }]])
    expect(requests).toEqual([])
    report()
    expect(requests).toEqual([{ model: 'gpt-4o', context: expect.any(Object) }])
  })

  it('needs a tenant with a builder from its options, from the option or the call, which comes first', async () => {
    const build = hostOf({ builder: sized })
    await expect(build({ ...question, call: {} })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    const requests: HostedRequest[] = []
    const other = hostOf({
      builder: sized,
      scope: ({ name }) => ({ tenant: 'acme', user: name ?? 'none' }),
      onRequest: (request) => requests.push(request),
    })
    const { report } = await other({ ...question, call: { name: 'ada' }, own: { user: 'eve' } })
    report()
    expect(requests[0]?.scope).toEqual({ tenant: 'acme', user: 'eve' })
  })

  it('needs a tenant for a session in a store, also with the default builder', async () => {
    const build = hostOf({ sessions: createSessionStore() })
    await expect(build({ ...question, call: {}, session: 's' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    const { context } = await build({ ...question, call: {} })
    expect(context.report.notices?.map(({ code }) => code)).toContain('SESSION_NOT_NAMED')
  })

  it('takes the budget of the model for the default builder, and that of a builder from its options where no window is given', async () => {
    const sizesOf = async (options: Options, call = {}) => {
      const { context } = await hostOf(options)({ ...question, ...call, call: {} })
      const { window, reserve } = context.report.tokens
      return { window, reserve }
    }
    expect(await sizesOf({}, { maxOutputTokens: 300 })).toEqual({ window: 128_000, reserve: 300 })
    const window = (model: string) => (model === 'gpt-4o' ? 4_000 : undefined)
    expect(await sizesOf({ window, reserve: 500 }, { maxOutputTokens: 300 })).toEqual({ window: 4_000, reserve: 500 })
    const own = { builder: sized, scope: { tenant: 'acme' } }
    expect(await sizesOf(own, { maxOutputTokens: 300 })).toEqual({ window: 8_000, reserve: 1_000 })
    expect(await sizesOf({ ...own, window: 4_000 })).toEqual({ window: 4_000, reserve: 2_000 })
  })

  it('knows the model by the name of the option, whatever the host calls it', async () => {
    const { context } = await hostOf({ model: 'gpt-4o' })({ ...question, model: 'my-deployment', call: {} })
    expect([context.parameters.model, context.report.tokens.window]).toEqual(['gpt-4o', 128_000])
    const unknown = hostOf({})({ ...question, model: 'my-deployment', call: {} })
    await expect(unknown).rejects.toMatchObject({ code: 'WINDOW_REQUIRED' })
  })

  it.each([
    ['without a tokenizer', sized, 'tiktoken:o200k_base'],
    ['without a tokenizer, of a model whose encoding is not public', sized, 'heuristic:careful', 'claude-opus-5-5'],
    ['with its own tokenizer', sized.tokenizer(charTokenizer), charTokenizer.name],
    ['with the estimate of the core, by its own wish', sized.tokenizer(createEstimator()), createEstimator().name],
  ])('counts as the model does, or as the builder says: a builder %s', async (_, builder, name, model = 'gpt-4o') => {
    const build = hostOf({ builder, scope: { tenant: 'acme' }, model })
    expect((await build({ ...question, call: {} })).context.report.tokens.tokenizer).toBe(name)
  })

  it('keeps the answer with its question and the time, and reports the usage', async () => {
    const sessions = createSessionStore({ ranker: wordRanker })
    const requests: HostedRequest[] = []
    const now = new Date('2026-11-23T10:00:00Z')
    const build = hostOf({
      sessions,
      scope: { tenant: 'acme' },
      now: () => now,
      onRequest: (request) => requests.push(request),
    })
    const { answered } = await build({ ...question, call: {}, session: 's' })
    await answered([answer], { input: 12, output: 3 })
    const { messages } = await sessions.page({ tenant: 'acme' }, 's')
    expect(messages.map(({ message }) => message)).toEqual([question.messages[0], answer])
    expect(messages.map(({ at }) => at)).toEqual([now.toISOString(), now.toISOString()])
    expect(requests.map(({ usage }) => usage)).toEqual([{ input: 12, output: 3 }])
  })
})
