import type { Tokenizer } from './tokenizer.ts'

/** Token counts by content, for any number of builders and tokenizers. */
export interface CountMemory {
  /**
   * The counts of one tokenizer: those that are there, and from `count` those that are not. Tokenizers of one name and one
   * exactness share theirs; no others do.
   */
  countsOf(tokenizer: Pick<Tokenizer, 'name' | 'exact'>): Recall
}

/** The tokens of a text: remembered, or from `count`, which is then remembered. */
export type Recall = (text: string, count: (text: string) => number) => number

/** A memory of counts that can outlive its process. */
export interface PersistentCountMemory extends CountMemory {
  /**
   * All counts as plain JSON, without the texts: a hash of each and its tokens, about 25 bytes. Keep it with the messages,
   * in a file or a column, and `restore` it after a restart.
   */
  snapshot(): CountSnapshot
  /**
   * Takes up the counts of a snapshot beside its own, as if they had just been counted. Whoever can write the snapshot
   * decides what counts as short: keep it where the messages are kept.
   *
   * @throws LamellaError `OPTION_INVALID` for what `snapshot` did not make
   */
  restore(snapshot: unknown): void
}

/** What a memory of counts knows, as plain JSON. */
export interface CountSnapshot {
  readonly version: 1
  readonly tokenizers: readonly {
    readonly name: string
    readonly exact: boolean
    /** Tokens by a hash of the text, oldest first. */
    readonly counts: Readonly<Record<string, number>>
  }[]
}
