import { type CountedRequest, extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, cutOf, talk, user } from '../support/runs.ts'

const long = Array.from({ length: 40 }, (_, index) =>
  index % 2 === 0 ? user(`The question no. ${index}`) : assistant(`The answer with ${index}`),
)
/** What the whole conversation takes: one token a character, and the framing. */
const whole = long.reduce((sum, { content }) => sum + String(content).length + 2, 0)
/** A window that holds half of it. */
const half = Math.round(whole / 2)

const asks = (count: (request: CountedRequest) => unknown) => {
  const seen: CountedRequest[] = []
  const countTokens = async (request: CountedRequest): Promise<number> => {
    seen.push(request)
    return count(request) as number
  }
  return { seen, countTokens }
}

const thrower = (): never => {
  throw new Error('503')
}

const codesOf = ({ report }: { readonly report: { readonly notices?: readonly { readonly code: string }[] } }) =>
  report.notices?.map(({ code }) => code)

describe('countTokens, for the first request of a session', () => {
  it('is asked about the whole, and keeps it where the provider counts less', async () => {
    const { seen, countTokens } = asks(() => half - 50)
    const { messages, report } = await extend(talk(half), { scope, session: long, message: 'Next', countTokens })
    expect(seen.map((one) => one.messages.length)).toEqual([41])
    expect([messages.length, report.truncated]).toEqual([41, false])
    expect([report.tokens.counted, report.tokens.total]).toEqual([half - 50, half - 50])
  })

  it('cuts by its count where it does not fit all the same, and asks once', async () => {
    const { seen, countTokens } = asks(() => 2 * whole)
    const cut = await extend(talk(half), { scope, session: long, message: 'Next', countTokens })
    const estimated = await extend(talk(half), { scope, session: long, message: 'Next' })
    expect(seen).toHaveLength(1)
    // Each estimated token counts twice, so half as much is kept.
    const kept = cut.messages.length / estimated.messages.length
    expect(kept).toBeGreaterThan(0.35)
    expect(kept).toBeLessThan(0.65)
    expect(cut.report.tokens.total).toBeLessThanOrEqual(half - 10)
  })

  it('is not asked where the estimate fits', async () => {
    const { seen, countTokens } = asks(() => 1)
    await extend(talk(2 * whole), { scope, session: long, message: 'Next', countTokens })
    expect(seen).toEqual([])
  })

  it.each<[string, readonly string[], () => unknown]>([
    ['throws', ['COUNT_FAILED'], () => Promise.reject(new Error('503'))],
    ['throws at once', ['COUNT_FAILED'], thrower],
    ['returns nothing', [], () => undefined],
    ['returns a part of a token', ['COUNT_FAILED'], () => 0.5],
    ['returns no tokens', ['COUNT_FAILED'], () => 0],
  ])('does not end the build where it %s', async (_, codes, count) => {
    const { countTokens } = asks(count)
    const estimated = await extend(talk(half), { scope, session: long, message: 'Next' })
    const built = await extend(talk(half), { scope, session: long, message: 'Next', countTokens })
    expect(built.messages).toEqual(estimated.messages)
    expect(built.report.tokens).toEqual(estimated.report.tokens)
    expect(codesOf(built)).toEqual(codes)
  })
})

describe('countTokens, for a later request', () => {
  const begin = () => extend(talk(half), { scope, session: long.slice(0, 16), message: String(long[16]?.content) })

  it('says so where it throws, and the request is cut by the estimate', async () => {
    const { run } = await begin()
    const { seen, countTokens } = asks(thrower)
    const next = await extend(talk(half), { scope, session: long, message: 'Next', run, countTokens })
    expect(seen).toHaveLength(1)
    expect([cutOf(next), codesOf(next)]).toEqual(['window', ['COUNT_FAILED']])
    expect(next.report.notices?.[0]?.what).toContain('503')
  })

  it('goes on with the epoch where the provider counts less', async () => {
    const { run } = await begin()
    const { countTokens } = asks(() => half - 60)
    const next = await extend(talk(half), { scope, session: long, message: 'Next', run, countTokens })
    expect([cutOf(next), codesOf(next), next.report.tokens.counted]).toEqual([undefined, [], half - 60])
  })
})
