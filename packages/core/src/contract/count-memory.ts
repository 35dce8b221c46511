import type { Tokenizer } from './tokenizer.ts'

/** Token counts by content, for any number of builders and tokenizers. */
export interface CountMemory {
  /**
   * Returns the counts of one tokenizer; missing ones come from `count`. Tokenizers with the same name and exactness
   * share counts; others never do.
   */
  countsOf(tokenizer: Pick<Tokenizer, 'name' | 'exact'>): Recall
}

/** Returns the tokens of a text: cached, or from `count` and then cached. */
export type Recall = (text: string, count: (text: string) => number) => number
