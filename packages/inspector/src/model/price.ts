import type { Comparison } from './compare-builds.ts'

/** What tokens cost in a prompt cache, as a share of the price of an input token. */
export interface CacheFactors {
  /** A token that is read from the cache. */
  readonly read: number
  /** A token that is not in the cache yet, and is written to it. */
  readonly write: number
}

/** Factors, and the price that they are shares of. */
export interface TokenFactors extends CacheFactors {
  /** US dollars for a million tokens of input; `undefined` if nobody has said. */
  readonly input?: number | undefined
}

/** The factors of a vendor, and where they are stated. */
export interface CachePrice extends CacheFactors {
  readonly vendor: string
  readonly source: string
  readonly date: string
}

/** The first is the default. */
export const cachePrices: readonly [CachePrice, ...CachePrice[]] = [
  {
    vendor: 'Anthropic, cache of 5 minutes',
    read: 0.1,
    write: 1.25,
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
    date: '2026-11-23',
  },
  {
    vendor: 'Anthropic, cache of 1 hour',
    read: 0.1,
    write: 2,
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
    date: '2026-11-23',
  },
  {
    // Newer ones charge more for a token that is written.
    vendor: 'OpenAI, GPT-5 to GPT-5.5',
    read: 0.1,
    write: 1,
    source: 'https://developers.openai.com/api/docs/guides/prompt-caching',
    date: '2026-11-23',
  },
  {
    vendor: 'Google, implicit cache of Gemini',
    read: 0.1,
    write: 1,
    source:
      'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/context-cache/context-cache-overview',
    date: '2026-11-23',
  },
]

/** Returns what the input of a request costs, in tokens at full price, if the cache has all that it repeats. */
export function priceOf({ repeated, added }: Pick<Comparison, 'repeated' | 'added'>, factors: CacheFactors): number {
  return repeated * factors.read + added * factors.write
}
