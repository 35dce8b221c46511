/**
 * What analysis knows of a language. Those of `@lamella/ranker-bm25/languages` are ready; one's own are plain objects too. What
 * follows from the lists of one is remembered with it, so it must stay as it is.
 *
 * @example
 * const klingon: Language = { name: 'klingon', stem: (word) => word.replace(/(pu'|mey)$/, ''), stopWords: ['je', 'ghap'] }
 */
export interface Language {
  /** Told apart by it, such as `english`. */
  readonly name: string
  /**
   * Cuts a word to its stem. It is given lower case with accents, 40 UTF-16 units at most, and should be linear in them.
   * What it gives is remembered for all analyzers of the language: it must depend on the word alone.
   */
  readonly stem: (word: string) => string
  /** Words that say nothing about what a text is about, in lower case. By them a text's language is guessed, too. */
  readonly stopWords: readonly string[]
  /** Base forms, each with those that no stemmer leads to it, separated by spaces: `'go went gone goes'`. */
  readonly irregular?: readonly string[]
  /**
   * What a word is compared as, before all else: for elisions and endings after an apostrophe, as `l'eau` is `eau`. It is given
   * lower case, with `'` for every kind of apostrophe inside. Without it, an apostrophe ends a word. Where an apostrophe
   * is left, it is dropped. It, too, must depend on the word alone.
   */
  readonly fold?: (word: string) => string
}
