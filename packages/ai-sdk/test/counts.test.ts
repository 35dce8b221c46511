import { type HostedRequest, type LamellaOptions, lamella } from '@lamella/ai-sdk'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { drained, type Host, hosts, type Mock, type Sent, text, user } from './support/hosts.ts'
import { answer, estimated, reserve, room, talks, type Way, window } from './support/talks.ts'

/** Long conversations take the newest version of each major; the nightly run takes the oldest, too. */
const some = process.env['LAMELLA_EVERY'] === '1' ? hosts : hosts.filter(({ name }) => !name.includes('oldest'))

const question = (turn: number): object => user(`Question ${turn}: ${'why is that so? '.repeat(15)}`)

/** The requests before a cut for room. */
const beforeCuts = (asked: readonly HostedRequest[], counted: readonly number[]): readonly number[] =>
  asked.flatMap(({ context }, index) => (context.report.run?.cut ? [counted[index - 1] ?? 0] : []))

const ways: readonly (readonly [Way, number])[] = [
  ['middleware', 1.55],
  ['middleware', 0.8],
  ['assembler', 1.55],
  ['steps', 0.8],
]

describe.each(some)('usage that comes back, in $name', (host) => {
  it.each(ways)('decides what fits in a session: %s, where %s tokens are counted for one', async (way, factor) => {
    const { accepted, asked, ask } = talks(host, { way, factor, options: { sessions: createSessionStore() } })
    for (let turn = 0; turn < 36; turn++) await ask([question(turn)], 's')
    const before = beforeCuts(asked, accepted)
    expect(before.length).toBeGreaterThan(0)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    expect(before.filter((tokens) => tokens < 0.85 * room)).toEqual([])
  })

  it.each([
    ['middleware', 1.55],
    ['middleware', 0.8],
    ['steps', 0.8],
    ['prepareStep', 1.55],
  ] as const)('decides what fits without a session: %s, where %s tokens are counted for one', async (way, factor) => {
    const { accepted, asked, ask } = talks(host, { way, factor })
    const messages: object[] = []
    for (let turn = 0; turn < 36; turn++) {
      messages.push(question(turn))
      await ask(messages)
      messages.push({ role: 'assistant', content: answer })
    }
    const cut = asked.findIndex(({ context }) => context.report.truncated)
    expect(accepted.slice(1).filter((tokens) => tokens > room)).toEqual([])
    expect(accepted[cut - 1]).toBeGreaterThan(0.85 * room)
  })
})

describe.each(some)('a request that the provider refuses, in $name', (host) => {
  it.each<[Way, boolean, boolean]>([
    ['middleware', true, false],
    ['middleware', false, false],
    ['middleware', true, true],
    ['middleware', false, true],
    ['assembler', true, false],
    ['assembler without runs', true, true],
    ['steps', true, true],
    ['prepareStep', false, false],
  ])(
    'is made shorter and sent once more: %s, in a session %s, in a stream %s',
    async (way, isKept, streamsRefusals) => {
      const options = isKept ? { sessions: createSessionStore(), window: 100_000 } : { window: 100_000 }
      const { accepted, refused, asked, ask } = talks(host, {
        way,
        factor: 1.4,
        limit: 5_400,
        streamsRefusals,
        options,
      })
      const messages: object[] = []
      for (let turn = 0; turn < 28; turn++) {
        messages.push(question(turn))
        await ask(messages, isKept ? 's' : undefined)
        messages.push({ role: 'assistant', content: answer })
      }
      expect(accepted).toHaveLength(28)
      // The limit is kept.
      expect(refused).toHaveLength(1)
      const said = asked.flatMap(
        ({ context }) => context.report.notices?.filter(({ code }) => code === 'REQUEST_REFUSED') ?? [],
      )
      expect(said.map(({ details }) => details)).toEqual([{ input: refused[0], limit: 5_400 }])
      expect(asked.at(-1)?.context.report.tokens.window).toBeLessThan(10_000)
    },
  )

  it.each([
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'Input is too long for requested model.',
  ])('is made shorter, too, where the provider names no limit: %s', async (said) => {
    const options = { sessions: createSessionStore(), window: 100_000 }
    const { accepted, refused, ask } = talks(host, { factor: 1.4, limit: 5_400, refusal: () => said, options })
    const messages: object[] = []
    for (let turn = 0; turn < 28; turn++) {
      messages.push(question(turn))
      await ask(messages, 's')
      messages.push({ role: 'assistant', content: answer })
    }
    expect(accepted).toHaveLength(28)
    expect(refused).toHaveLength(1)
  })

  it('is not sent a third time', async () => {
    const { refused, ask } = talks(host, { factor: 1.4, limit: 300 })
    // What is required takes more than the limit.
    await expect(ask([user('And why is that so? '.repeat(100))])).rejects.toThrow(/too long/)
    expect(refused).toHaveLength(1)
    const stubborn = talks(host, { factor: 400, limit: 300 })
    await expect(stubborn.ask([user('One'), { role: 'assistant', content: 'Two' }, user('Three')])).rejects.toThrow(
      /too long/,
    )
    expect(stubborn.refused.length).toBeLessThanOrEqual(2)
  })

  it('is not sent a third time where both refusals come in a stream', async () => {
    const error = new Error('prompt is too long: 9,000 tokens > 300 maximum')
    const { model, requests } = host.mock(() => [{ type: 'error', error }], { modelId: 'stub' })
    expect(await errorsOf(host, model)).toEqual([error])
    expect(requests).toHaveLength(2)
  })

  it('is not sent again where its answer had begun', async () => {
    const error = new Error('prompt is too long: 9,000 tokens > 300 maximum')
    const { model, requests } = host.mock(() => [text('So'), { type: 'error', error }], { modelId: 'stub' })
    expect(await errorsOf(host, model)).toEqual([error])
    expect(requests).toHaveLength(1)
  })
})

/** Streams the answer to a conversation that can be shortened, and returns its errors. */
async function errorsOf({ sdk }: Host, model: Mock['model']): Promise<readonly unknown[]> {
  const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: lamella({ window, reserve }) })
  const messages = [user('One'), { role: 'assistant', content: answer }, user('Three')]
  return drained(sdk.streamText({ model: wrapped, messages: messages as never, maxRetries: 0, onError: () => {} }))
}

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
