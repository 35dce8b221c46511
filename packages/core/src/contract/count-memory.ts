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

/** A memory of counts that can outlive its process. */
export interface PersistentCountMemory extends CountMemory {
  /**
   * Returns all counts as plain JSON, without the texts: a hash of each and its tokens, about 25 bytes. Store it with
   * the messages, in a file or a column, and `restore` it after a restart.
   */
  snapshot(): CountSnapshot
  /**
   * Adds the counts of a snapshot, as if they had just been counted. Whoever can write the snapshot can falsify counts:
   * store it where the messages are stored.
   *
   * @throws LamellaError `OPTION_INVALID` for a value that is not from `snapshot`
   */
  restore(snapshot: unknown): void
}

/** The content of a count memory, as plain JSON. */
export interface CountSnapshot {
  readonly version: 1
  readonly tokenizers: readonly {
    readonly name: string
    readonly exact: boolean
    /** Tokens by a hash of the text, oldest first. */
    readonly counts: Readonly<Record<string, number>>
  }[]
}
