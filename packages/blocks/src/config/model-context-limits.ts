import { LamellaError, type Size } from '@lamella/core'
import { checkOptions, mustBeWhole, parseSize } from '@lamella/core/plugin'

/** How a model's context window is divided. */
export interface ModelContextLimits {
  /** The whole context window, in tokens: input and output together. */
  readonly maxTokens: number
  /** The limit of memory blocks, in tokens or as a share of `maxTokens` such as `'6%'`. */
  readonly memoryTokens: Size
  /** The limit of the history, in tokens or as a share of `maxTokens` such as `'40%'`. */
  readonly historyTokens: Size
  /** Reserved for the answer, in tokens. */
  readonly reservedResponseTokens: number
}

/** The limits in tokens, without shares. */
export interface ResolvedLimits extends ModelContextLimits {
  readonly memoryTokens: number
  readonly historyTokens: number
}

/** The limits of a model without overrides: 200,000 tokens, of which 12,000 for memory and 80,000 for history. */
export const defaultModelLimits: ModelContextLimits = Object.freeze({
  maxTokens: 200_000,
  memoryTokens: 12_000,
  historyTokens: 80_000,
  reservedResponseTokens: 8_000,
})

/** @throws LamellaError `OPTION_INVALID` for an unknown field, or a value that is not a size */
export function checkLimits(what: string, limits: Partial<ModelContextLimits>): Partial<ModelContextLimits> {
  return checkOptions(what, limits, {
    maxTokens: mustBeWhole(1),
    memoryTokens: mustBeSize,
    historyTokens: mustBeSize,
    reservedResponseTokens: mustBeWhole(0),
  })
}

/**
 * Converts shares to tokens, rounded down.
 *
 * @param whose The limits in the error message, such as `limitsFor: defaultLimits`.
 * @throws LamellaError `BUDGET_INVALID` if memory, history and reserve together exceed the window
 */
export function resolveLimits(whose: string, limits: ModelContextLimits): ResolvedLimits {
  const { maxTokens, reservedResponseTokens } = limits
  const memoryTokens = parseSize(limits.memoryTokens, maxTokens) ?? 0
  const historyTokens = parseSize(limits.historyTokens, maxTokens) ?? 0
  const sum = memoryTokens + historyTokens + reservedResponseTokens
  if (sum <= maxTokens) return { maxTokens, memoryTokens, historyTokens, reservedResponseTokens }
  throw new LamellaError({
    code: 'BUDGET_INVALID',
    what: `${whose}: memory (${memoryTokens}), history (${historyTokens}) and the reserve for the answer (${reservedResponseTokens}) add up to ${sum} tokens, more than the window of ${maxTokens}.`,
    fix: "Make them smaller, or set memoryTokens and historyTokens to shares such as '25%'.",
    details: { value: sum },
  })
}

function mustBeSize(value: unknown): string | undefined {
  return parseSize(value as Size, 100) === undefined
    ? "must be tokens (a whole number, 0 or more) or a share such as '25%'"
    : undefined
}
