import { type Budget, isLamellaError, type Message, type TokenReport } from '@lamella/core'
import { contextOverflow, type Fitted, type RequestLayout } from '@lamella/core/plugin'
import type { CountAnchor, ModelCounts } from '../contract/counts.ts'

/** Tokens that the provider has counted, and what they were estimated as. */
export interface KnownTokens {
  readonly counted: number
  readonly estimated: number
  /** Whether it was asked about this request. */
  readonly isAsked?: true
}

/**
 * How a request is counted: what was counted before, and the rest by the factor of its model. All planning is in estimated tokens,
 * so what changes is the window.
 */
export interface Counting extends Pick<ModelCounts, 'factor' | 'limit'> {
  readonly known?: KnownTokens | undefined
}

/** Returns the count of a request that repeats a counted one and its answer. */
export function knownOf({ usage, estimated, at }: CountAnchor, factor: number, layout: RequestLayout): KnownTokens {
  const { input, output, reasoning = 0 } = usage
  const found = layout.fragments.find(({ kept }) => kept.fragment.position === at)
  const answer = found?.messages[0]?.role === 'assistant' ? found : undefined
  if (answer === undefined || output === undefined) return { counted: input, estimated }
  const own = answer.end - answer.start
  const shown = answer.messages.some(hasThinking) ? output : output - reasoning
  // An answer that is shown otherwise than it was given is estimated.
  const isShown = shown >= (own * factor) / 2 && shown <= own * factor * 2
  return isShown ? { counted: input + shown, estimated: estimated + own } : { counted: input, estimated }
}

/** Returns the most tokens that a request may have, the answer included. */
function windowOf({ limit }: Counting, { window, reserve }: Budget): number {
  return limit === undefined ? window : Math.min(window, limit + reserve)
}

export function estimatedBudget(counting: Counting, budget: Budget): Budget {
  const { known = { counted: 0, estimated: 0 }, factor } = counting
  const { reserve } = budget
  const room = windowOf(counting, budget) - reserve - known.counted
  return { ...budget, window: Math.max(reserve + 1, reserve + known.estimated + Math.floor(room / factor)) }
}

/** Returns a place in a request, in estimated tokens from its start, as its provider will probably count it. */
export function countedPlace({ known, factor }: Counting, place: number): number {
  const { counted = 0, estimated = 0 } = known ?? {}
  return place < estimated
    ? Math.round((counted * place) / estimated)
    : counted + Math.ceil(factor * (place - estimated))
}

/** Whether a message has thinking of the model. */
export function hasThinking({ role, content }: Message): boolean {
  return role === 'assistant' && Array.isArray(content) && content.some((part) => part.type === 'reasoning')
}

/** Returns the tokens of the whole request. */
export function usedBy({ tokens, framing, sizes }: Pick<Fitted, 'tokens' | 'framing' | 'sizes'>): number {
  return tokens + framing + sizes.tools
}

/** Returns the error for required content that does not fit an estimated budget, in the tokens of the provider. */
export function countedOverflow(error: unknown, counting: Counting, budget: Budget): unknown {
  if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) return error
  const { smallestWindow, reserve, pinned, tools, framing, largest } = error.details
  const scaled = (tokens: number): number => Math.ceil(counting.factor * tokens)
  return contextOverflow({
    window: windowOf(counting, budget),
    smallestWindow: reserve + scaled(smallestWindow - reserve),
    ...{ pinned: scaled(pinned), tools: scaled(tools), framing: scaled(framing), reserve },
    largest: largest.map((one) => ({ ...one, tokens: scaled(one.tokens) })),
  })
}

/** Returns the tokens of a request as its provider will probably count them. */
export function countedTokens(counting: Counting, budget: Budget, own: TokenReport): TokenReport {
  const { known } = counting
  const { counted, isAsked } = known ?? {}
  const total = countedPlace(counting, own.total)
  const window = windowOf(counting, budget)
  return {
    ...own,
    window,
    total,
    free: window - own.reserve - total,
    correction: total - own.total,
    ...(known && { [isAsked ? 'counted' : 'anchored']: counted }),
  }
}
