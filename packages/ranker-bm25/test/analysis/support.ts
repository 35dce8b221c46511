import { type AnalyzeOptions, type Analyzer, createAnalyzer } from '@lamella/ranker-bm25'

const english: AnalyzeOptions = {}
const analyzers = new WeakMap<AnalyzeOptions, Analyzer>()

/** The terms of a text. Analyzers are kept by their options, as making them takes most of the time of short texts. */
export function termsOf(text: string, options: AnalyzeOptions = english, language?: string): readonly string[] {
  const analyze = analyzers.get(options) ?? createAnalyzer(options)
  analyzers.set(options, analyze)
  return collect(analyze, text, language)
}

/** The terms that an analyzer finds in a text. */
export function collect(analyze: Analyzer, text: string, language?: string): readonly string[] {
  const terms: string[] = []
  analyze(text, (term) => terms.push(term), language)
  return terms
}

/** The same as one string, for tables. */
export const shown = (text: string, options: AnalyzeOptions = english, language?: string): string =>
  termsOf(text, options, language).join(' ')
