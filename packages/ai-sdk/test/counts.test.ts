import { type HostedRequest, type LamellaOptions, lamella } from '@lamella/ai-sdk'
import { createSessionStore } from '@lamella/store/memory'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { drained, type Host, hosts, type Sent, text, texts, user } from './support/hosts.ts'

const [window, reserve] = [6_000, 600]
const room = window - reserve
const careful = heuristic({ mode: 'careful' })

/** A request of texts, as the adapter estimates it. */
const estimated = (request: Sent): number =>
  texts(request).reduce((sum, one) => sum + 4 + careful.count(one), 3)

const answer = `It is so. ${'It was always so, as everybody knows. '.repeat(20)}`

interface Provider {
  /** Its tokens for each that the adapter estimates. */
  readonly factor: number
  /** It refuses requests that are longer. */
  readonly limit?: number
  readonly options?: LamellaOptions
}

/** Talks to a model whose provider counts otherwise than the adapter. */
function talks({ sdk, mock }: Host, { factor, limit = Number.POSITIVE_INFINITY, options = {} }: Provider) {
  const accepted: number[] = []
  const refused: number[] = []
  const asked: HostedRequest[] = []
  const count = (request: Sent): number => Math.round(factor * estimated(request))
  const { model } = mock(
    (request) => {
      const tokens = count(request)
      ;(tokens > limit ? refused : accepted).push(tokens)
      if (tokens > limit) throw new Error(`prompt is too long: ${tokens} tokens > ${limit} maximum`)
      return [text(answer)]
    },
    { count, modelId: 'stub' },
  )
  const middleware = lamella({
    window,
    reserve,
    scope: { tenant: 'acme', user: 'ada' },
    onRequest: (request) => asked.push(request),
    ...options,
  })
  const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
  const ask = async (messages: readonly object[], session?: string): Promise<void> => {
    const call = {
      model: wrapped,
      messages: messages as never,
      providerOptions: { lamella: session === undefined ? {} : { session } },
      maxRetries: 0,
    }
    // Both ways in turn.
    if (asked.length % 2 === 0) await sdk.generateText(call)
    else expect(await drained(sdk.streamText({ ...call, onError: () => {} }))).toEqual([])
  }
  return { accepted, refused, asked, ask }
}

const question = (turn: number): object => user(`Question ${turn}: ${'why is that so? '.repeat(15)}`)

/** The requests before a cut for room. */
const beforeCuts = (asked: readonly HostedRequest[], counted: readonly number[]): readonly number[] =>
  asked.flatMap(({ context }, index) => (context.report.run?.cut ? [counted[index - 1] ?? 0] : []))

describe.each(hosts)('usage that comes back, in $name', (host) => {
  it.each([1.55, 0.8])('decides what fits in a session, where %s tokens are counted for one', async (factor) => {
    const { accepted, asked, ask } = talks(host, { factor, options: { sessions: createSessionStore() } })
    for (let turn = 0; turn < 50; turn++) await ask([question(turn)], 's')
    const before = beforeCuts(asked, accepted)
    expect(before.length).toBeGreaterThan(0)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    expect(before.filter((tokens) => tokens < 0.85 * room)).toEqual([])
  })

  it.each([1.55, 0.8])('decides what fits without a session, where %s tokens are counted for one', async (factor) => {
    const { accepted, asked, ask } = talks(host, { factor })
    const messages: object[] = []
    for (let turn = 0; turn < 45; turn++) {
      messages.push(question(turn))
      await ask(messages)
      messages.push({ role: 'assistant', content: answer })
    }
    const cut = asked.findIndex(({ context }) => context.report.truncated)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    expect(accepted[cut - 1]).toBeGreaterThan(0.85 * room)
  })
})

describe.each(hosts)('a request that the provider refuses, in $name', (host) => {
  it.each([true, false])('is made shorter and sent once more, in a session: %s', async (isKept) => {
    const options = isKept ? { sessions: createSessionStore(), window: 100_000 } : { window: 100_000 }
    const { accepted, refused, asked, ask } = talks(host, { factor: 1.4, limit: 5_400, options })
    const messages: object[] = []
    for (let turn = 0; turn < 40; turn++) {
      messages.push(question(turn))
      await ask(messages, isKept ? 's' : undefined)
      messages.push({ role: 'assistant', content: answer })
    }
    expect(accepted).toHaveLength(40)
    // The limit is kept.
    expect(refused).toHaveLength(1)
    const said = asked.flatMap(({ context }) => context.report.notices?.filter(({ code }) => code === 'REQUEST_REFUSED') ?? [])
    expect(said.map(({ details }) => details)).toEqual([{ input: refused[0], limit: 5_400 }])
    expect(asked.at(-1)?.context.report.tokens.window).toBeLessThan(10_000)
  })

  it('is not sent a third time', async () => {
    const { refused, ask } = talks(host, { factor: 1.4, limit: 300 })
    // What is required takes more than the limit.
    await expect(ask([user('And why is that so? '.repeat(100))])).rejects.toThrow(/too long/)
    expect(refused).toHaveLength(1)
    const stubborn = talks(host, { factor: 400, limit: 300 })
    await expect(stubborn.ask([user('One'), { role: 'assistant', content: 'Two' }, user('Three')])).rejects.toThrow(/too long/)
    expect(stubborn.refused.length).toBeLessThanOrEqual(2)
  })
})

describe.each(hosts)('countTokens, in $name', (host) => {
  it('is asked before a cut, and only then', async () => {
    const seen: number[] = []
    const options: LamellaOptions = {
      sessions: createSessionStore(),
      countTokens: async ({ messages }) => {
        const tokens = estimated({ prompt: messages as Sent['prompt'] })
        seen.push(tokens)
        return Math.round(0.5 * tokens)
      },
      onRequest: (request) => asked.push(request),
    }
    const asked: HostedRequest[] = []
    const { sdk, mock } = host
    const { model } = mock(() => [text(answer)], { count: () => 0, modelId: 'stub' })
    const wrapped = sdk.wrapLanguageModel({
      model: model as never,
      middleware: lamella({ window, reserve, scope: { tenant: 'acme', user: 'ada' }, ...options }),
    })
    const providerOptions = { lamella: { session: 's' } }
    for (let turn = 0; turn < 40; turn++) {
      await sdk.generateText({ model: wrapped, messages: [question(turn)] as never, providerOptions })
    }
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((tokens) => tokens < 0.8 * room)).toEqual([])
    const first = asked.findIndex(({ context }) => context.report.run?.cut)
    expect(asked[first - 1]?.context.report.tokens.counted).toBeGreaterThan(0.85 * room)
  })
})
