/**
 * The data for analyzing a language. `@lamella/ranker-bm25/languages` exports ready ones; custom ones are plain objects
 * too. Data derived from a language's lists is cached with it, so do not change it.
 *
 * @example
 * const klingon: Language = { name: 'klingon', stem: (word) => word.replace(/(pu'|mey)$/, ''), stopWords: ['je', 'ghap'] }
 */
export interface Language {
  /** A unique identifier, such as `english`. */
  readonly name: string
  /**
   * Returns the stem of a word. The word is lowercase with accents, at most 40 UTF-16 units long; stemming should take
   * linear time. Results are cached for all analyzers of the language and must depend only on the word.
   */
  readonly stem: (word: string) => string
  /** Lowercase words that say nothing about the topic of a text. They also help to guess a text's language. */
  readonly stopWords: readonly string[]
  /** Base forms, each with the irregular forms that no stemmer maps to it, separated by spaces: `'go went gone goes'`. */
  readonly irregular?: readonly string[]
  /**
   * Returns the form of a word used for comparison, before anything else: for elisions and endings after an apostrophe,
   * such as `eau` for `l'eau`. The word is lowercase, with `'` for every kind of inner apostrophe. Without this
   * function, an apostrophe ends a word. Apostrophes in its result are dropped, and its longest part at them is another term. It
   * must also depend only on the word.
   */
  readonly fold?: (word: string) => string
}
