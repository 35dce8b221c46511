import { type Checks, mustBeNumber } from '@lamella/core/plugin'
import type { Formula } from '../postings/types.ts'

/** The free parameters of BM25. */
export interface FormulaOptions {
  /**
   * How much repetition of a word counts, 0 or more; 0 counts it once. Default 0.9 for short texts and 1.2 for long
   * ones (64 terms or more on average, ignoring weights).
   */
  readonly k1?: number
  /** How much to penalize long texts, from 0 (not at all) to 1. Default 0.4 for short texts and 0.75 for long ones. */
  readonly b?: number
  /**
   * A bonus for each query word in a text of any length, times the word's rarity: the delta of BM25+ (Lv and Zhai,
   * "Lower-Bounding Term Frequency Normalization", CIKM 2011), who use 1. From 0 (default) to 10.
   */
  readonly plus?: number
}

export const formulaChecks: Checks<FormulaOptions> = {
  k1: mustBeNumber(0, 1e6),
  b: mustBeNumber(0, 1),
  plus: mustBeNumber(0, 10),
}

/**
 * The average number of terms per document from which texts count as long. Chat turns and memories have 10 to 30,
 * passages of documentation 100 or more.
 */
const longText = 64

/** Returns the formula for texts of an average length. */
export function formulaFor(
  { k1, b, plus }: { readonly [Option in keyof FormulaOptions]?: number | undefined },
  averageTerms: number,
): Formula {
  const long = averageTerms >= longText
  return { k1: k1 ?? (long ? 1.2 : 0.9), b: b ?? (long ? 0.75 : 0.4), delta: plus ?? 0 }
}
