import type { AnalyzeOptions } from '@lamella/ranker-bm25'
import { type Analyzer, createAnalyzer } from '../../src/analysis/analyzer.ts'

const english: AnalyzeOptions = {}
const analyzers = new WeakMap<AnalyzeOptions, Analyzer>()

/**
 * Returns the terms of a text. Analyzers are cached by their options, since creating one takes most of the time for
 * short texts.
 */
export function termsOf(text: string, options: AnalyzeOptions = english, language?: string): readonly string[] {
  const analyze = analyzers.get(options) ?? createAnalyzer(options)
  analyzers.set(options, analyze)
  return collect(analyze, text, language)
}

/** Returns the terms that an analyzer finds in a text. */
export function collect(analyze: Analyzer, text: string, language?: string): readonly string[] {
  const terms: string[] = []
  analyze(text, (term) => terms.push(term), language)
  return terms
}

/** Returns the terms as one string, for tables. */
export const shown = (text: string, options: AnalyzeOptions = english, language?: string): string =>
  termsOf(text, options, language).join(' ')
