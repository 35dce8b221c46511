import { LamellaError, type Size } from '@lamella/core'
import { checkOptions, mustBeWhole, parseSize } from '@lamella/core/plugin'

/** How the context window of a model is divided. */
export interface ModelContextLimits {
  /** The whole context window, in tokens: input and output together. */
  readonly maxTokens: number
  /** Most tokens of memory blocks, or their share of `maxTokens` such as `'6%'`. */
  readonly memoryTokens: Size
  /** Most tokens of the history, or their share of `maxTokens` such as `'40%'`. */
  readonly historyTokens: Size
  /** Kept free for the answer, in tokens. */
  readonly reservedResponseTokens: number
}

/** The same in tokens alone. */
export interface ResolvedLimits extends ModelContextLimits {
  readonly memoryTokens: number
  readonly historyTokens: number
}

/** Limits of a model that nothing else is said of: 200,000 tokens, of which 12,000 for memory and 80,000 for history. */
export const defaultModelLimits: ModelContextLimits = Object.freeze({
  maxTokens: 200_000,
  memoryTokens: 12_000,
  historyTokens: 80_000,
  reservedResponseTokens: 8_000,
})

/** @throws LamellaError `OPTION_INVALID` for a field that is none, or not a size */
export function checkLimits(what: string, limits: Partial<ModelContextLimits>): Partial<ModelContextLimits> {
  return checkOptions(what, limits, {
    maxTokens: mustBeWhole(1),
    memoryTokens: mustBeSize,
    historyTokens: mustBeSize,
    reservedResponseTokens: mustBeWhole(0),
  })
}

/**
 * Limits with their shares in tokens, rounded down.
 *
 * @param whose Such as `the default limits`, for the error.
 * @throws LamellaError `BUDGET_INVALID` when memory, history and reserve together are more than there is
 */
export function resolveLimits(whose: string, limits: ModelContextLimits): ResolvedLimits {
  const { maxTokens, reservedResponseTokens } = limits
  const memoryTokens = parseSize(limits.memoryTokens, maxTokens) ?? 0
  const historyTokens = parseSize(limits.historyTokens, maxTokens) ?? 0
  const sum = memoryTokens + historyTokens + reservedResponseTokens
  if (sum <= maxTokens) return { maxTokens, memoryTokens, historyTokens, reservedResponseTokens }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `${whose}: memory (${memoryTokens}), history (${historyTokens}) and the reserve for the answer (${reservedResponseTokens}) are ${sum} tokens, more than the ${maxTokens} there are.`,
    fix: "Make them smaller, or give memoryTokens and historyTokens as shares such as '25%'.",
    details: { value: sum },
  })
}

function mustBeSize(value: unknown): string | undefined {
  return parseSize(value as Size, 100) === undefined
    ? "must be tokens (a whole number, 0 or more) or a share such as '25%'"
    : undefined
}
