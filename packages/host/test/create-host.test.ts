import { createContext, createEstimator, defineLayer } from '@lamella/core'
import { type AnsweredHostOptions, createHost, type HostKit, type HostReport, type HostSizes } from '@lamella/host'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { charTokenizer } from '../../core/test/support/char-tokenizer.ts'
import { wordRanker } from '../../core/test/support/word-ranker.ts'

interface Call {
  readonly name?: string
}
type Options = AnsweredHostOptions<Call>

const said = defineLayer('said', {
  placement: 'messages',
  load: ({ message }) => (message ? [{ id: 'message', content: [message], pinned: true }] : []),
})
const base = createContext().use(said)
/** Counts as a host does for a builder that does not say how. */
const careful = { ...charTokenizer, name: 'careful' }
const sized = base.budget({ window: 8_000, reserve: 1_000 })

/** A host whose budgets are seen. */
function hostOf(options: Options, more: Partial<HostKit> = {}) {
  const sizes: (HostSizes & { readonly model: string | undefined })[] = []
  const build = createHost<Call, object>('lamella', options, {
    builder: () => base,
    tokenizer: careful,
    budget: (model, given) => {
      sizes.push({ model, ...given })
      return { window: given.window ?? 8_000, reserve: given.reserve ?? 1_000 }
    },
    bindsThinking: (model) => model === 'binds',
    answers: true,
    ...more,
  })
  return { sizes, build }
}

const question = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] } as const
const answer = { role: 'assistant', content: 'Fine.' } as const

describe('createHost', () => {
  it.each([
    ['an option that no host has', { windows: 8_000 }, {}],
    ['an option of hosts that show answers, without answers', { onReport: () => {} }, { answers: false }],
    ['a window that is no number', { window: 0 }, {}],
    ['a missing scope, where one is needed', {}, { needsScope: true }],
    ['an own option that its check refuses', { name: 1 }, { checks: { name: () => 'must be a name' } }],
  ])('refuses %s', (_, options, kit) => {
    expect(() => hostOf(options as Options, kit)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it('builds a request of the default builder without a scope, and reports none', async () => {
    const reports: HostReport[] = []
    const { build } = hostOf({ onReport: (report) => reports.push(report) })
    const { messages, system, report } = await build({ ...question, call: {}, system: ['Be kind.', 'Be brief.'] })
    expect([system, messages]).toEqual(['Be kind.\n\nBe brief.', [{ role: 'user', content: 'Hello' }]])
    expect(reports).toEqual([])
    report()
    expect(reports).toEqual([{ model: 'm', context: expect.any(Object), report: expect.any(Object) }])
  })

  it('needs a tenant with a builder of the user, from the option or the call, which comes first', async () => {
    const { build } = hostOf({ builder: sized })
    await expect(build({ ...question, call: {} })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    const reports: HostReport[] = []
    const { build: other } = hostOf({
      builder: sized,
      scope: ({ name }) => ({ tenant: 'acme', user: name ?? 'none' }),
      onReport: (report) => reports.push(report),
    })
    const { report } = await other({ ...question, call: { name: 'ada' }, own: { user: 'eve' } })
    report()
    expect(reports[0]?.scope).toEqual({ tenant: 'acme', user: 'eve' })
  })

  it('takes the budget of the model for the default builder, and that of a builder of the user where no window is given', async () => {
    const scope = { tenant: 'acme' }
    const byDefault = hostOf({ window: (model) => (model === 'm' ? 4_000 : undefined), reserve: 500 })
    const { context } = await byDefault.build({ ...question, call: {}, maxOutputTokens: 300 })
    expect(byDefault.sizes).toEqual([{ model: 'm', window: 4_000, reserve: 500, maxOutputTokens: 300 }])
    expect(context.report.tokens).toMatchObject({ window: 4_000, reserve: 500 })
    const own = hostOf({ builder: sized, scope })
    expect((await own.build({ ...question, call: {} })).context.report.tokens.window).toBe(8_000)
    expect(own.sizes).toEqual([])
  })

  it.each([
    ['without a tokenizer', sized, 'careful'],
    ['with its own tokenizer', sized.tokenizer(charTokenizer), charTokenizer.name],
    ['with the estimate of the core, by its own wish', sized.tokenizer(createEstimator()), createEstimator().name],
  ])('counts with care, or as the builder says: a builder %s', async (_, builder, name) => {
    const { build } = hostOf({ builder, scope: { tenant: 'acme' } })
    expect((await build({ ...question, call: {} })).context.report.tokens.tokenizer).toBe(name)
  })

  it('lets a calibration count, whatever the builder has', async () => {
    const letters = { name: 'letters', exact: true, count: (text: string) => text.length }
    const calibration = { tokenizer: () => letters, observe: () => {} }
    const { build } = hostOf({ builder: sized, scope: { tenant: 'acme' }, calibration })
    expect((await build({ ...question, call: {} })).context.report.tokens.tokenizer).toBe('letters')
  })

  it('keeps the answer with its question and the time, calibrates, and reports the usage', async () => {
    const sessions = createSessionStore({ ranker: wordRanker })
    const reports: HostReport[] = []
    const seen: unknown[] = []
    const now = new Date('2026-11-23T10:00:00Z')
    const { build } = hostOf({
      sessions,
      scope: { tenant: 'acme' },
      now: () => now,
      calibration: {
        tokenizer: () => ({ name: 'letters', exact: true, count: (text) => text.length }),
        observe: (observation) => seen.push(observation),
      },
      onReport: (report) => reports.push(report),
    })
    const { context, answered } = await build({ ...question, call: {}, session: 's' })
    await answered([answer], { input: 12, output: 3 })
    const { messages } = await sessions.page({ tenant: 'acme' }, 's')
    expect(messages.map(({ message }) => message)).toEqual([question.messages[0], answer])
    expect(messages.map(({ at }) => at)).toEqual([now.toISOString(), now.toISOString()])
    expect(seen).toEqual([{ model: 'm', estimated: context.report.tokens, actual: 12 }])
    expect(reports.map(({ usage }) => usage)).toEqual([{ input: 12, output: 3 }])
  })
})
