import { defined } from '../defined.ts'
import type { UnknownRecord } from '../guards.ts'
import { isRecord } from '../guards.ts'

/** The tokens that a provider counted for one request, with the same meaning for all providers. */
export interface Usage {
  /** All input, including what was read from and written to the provider's cache. */
  readonly inputTokens: number
  /** The part of the input that was read from the cache. */
  readonly cachedInputTokens?: number
  /** The part of the input that was written to the cache. */
  readonly cacheWriteTokens?: number
  /** All output, including reasoning. */
  readonly outputTokens: number
  /** The part of the output that was reasoning. */
  readonly reasoningTokens?: number
}

/** Returns a number of tokens; `undefined` if a field is not one. */
export function countOf(record: unknown, field: string): number | undefined {
  const value = isRecord(record) ? record[field] : undefined
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** Returns the sum of the fields that are numbers of tokens; `undefined` if none is. */
export function sumOf(record: UnknownRecord, ...fields: readonly string[]): number | undefined {
  const counts = fields.map((field) => countOf(record, field)).filter((count) => count !== undefined)
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0)
}

/** Creates a usage without the fields that the provider did not count; `undefined` without input or output. */
export function usageOf(
  counts: {
    readonly [Field in keyof Usage]-?: number | undefined
  },
): Usage | undefined {
  if (counts.inputTokens === undefined || counts.outputTokens === undefined) return undefined
  return defined(counts) as Usage
}
