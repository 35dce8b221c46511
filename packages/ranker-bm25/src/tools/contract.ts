import type { ToolDefinition } from '@lamella/core'
import type { Language } from '../analysis/language.ts'

/** The parts of a tool that a word can be found in, in the order of their weights. */
export type ToolField = 'name' | 'description' | 'parameter' | 'parameter description' | 'value'

/** Options of `toolIndex`. */
export interface ToolIndexOptions {
  /** The languages of the tools. The first is the fallback of an uncertain guess. Default: English. */
  readonly languages?: readonly Language[]
  /**
   * Words that mean the same in the names of tools, one list a line: `['ticket issue bug']`. Added to those of the package.
   * `false`: none at all.
   */
  readonly synonyms?: readonly string[] | false
}

/** Options of a search for tools. */
export interface ToolSearchOptions {
  /** The most tools, 1 or more. Default 5. */
  readonly limit?: number
  /** Returns whether a tool may be found. Its words still count for how rare a word is. */
  readonly filter?: (name: string) => boolean
}

/** A word of the query that a tool contains. */
export interface MatchedWord {
  /** The word as it is compared: stemmed and in lower case. */
  readonly word: string
  /** The word of the tool, if it is another one: it means the same, or begins alike. */
  readonly as?: string
  /** Where the tool contains it. */
  readonly in: readonly ToolField[]
}

/** A tool that shares words with a query. */
export interface ToolHit {
  readonly name: string
  /**
   * Whether they share enough for the tool to fit. Most questions that no tool answers have hits, but none of them confident;
   * of the questions that a tool answers, a quarter to a half have none either.
   */
  readonly confident: boolean
  /** Above 0, higher is better. Scores of different queries are not comparable. */
  readonly score: number
  /** Why it was found. */
  readonly why: {
    /** Whether the query is its name, in whatever spelling. */
    readonly exact: boolean
    /** The share of the query's information that it contains, 0 to 1. Words that no tool contains count fully. */
    readonly coverage: number
    /**
     * How surprising it is to find these words in one tool, 0 or more: 1 is a word that no other tool contains, or only variants
     * of it, such as those that create, list and delete the same thing.
     */
    readonly evidence: number
    readonly matched: readonly MatchedWord[]
  }
}

/** A searchable collection of tools. It keeps their words, not the tools. */
export interface ToolIndex {
  /** The number of tools. */
  readonly size: number
  has(name: string): boolean
  /**
   * Adds tools. A tool with a known name replaces the one before. If one of them is invalid, none is added.
   *
   * @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID`
   */
  add(tools: ToolDefinition | readonly ToolDefinition[]): void
  /** Removes a tool. Returns whether it was there. */
  remove(name: string): boolean
  /**
   * Returns the tools that share a word with a query, best first, ties by name. Whether one fits is `confident`. Of a long
   * query, the first 4,000 characters and 200 distinct words are looked up.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  search(query: string, options?: ToolSearchOptions): readonly ToolHit[]
}
