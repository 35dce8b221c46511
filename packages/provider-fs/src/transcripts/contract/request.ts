/**
 * Tokens of one answer, in four numbers that do not overlap. Their sum without `output` is what the window held.
 */
export interface TranscriptUsage {
  /** Input that was neither read from the cache nor written to it. */
  readonly input: number
  /** Absent where the program does not say. */
  readonly cacheWrite?: number
  readonly cacheRead: number
  /** With thinking. */
  readonly output: number
  /** The parts of `cacheWrite` by how long they stay, such as `{ '1h': 2000 }`. */
  readonly writes?: Readonly<Record<string, number>>
}

/**
 * What a request was for. `abandoned`: an answer on a branch that was left. `compaction`: the summary of earlier messages.
 * `side`: something beside the conversation, such as keeping a cache warm.
 */
export type RequestPurpose = 'path' | 'abandoned' | 'subagent' | 'compaction' | 'side'

/** One answer of the API, and what it used. */
export interface TranscriptRequest {
  /** The line that has the usage. */
  readonly line: number
  readonly id?: string
  readonly at?: string
  readonly model?: string
  readonly purpose: RequestPurpose
  readonly usage: TranscriptUsage
  /** US dollars, as the program says. */
  readonly cost?: number
  /** It may be a copy from the session that this one was forked from. */
  readonly uncertain?: true
}

/** A request as the program recorded it. */
export interface ExactRequest {
  readonly line: number
  readonly id: string
  readonly at?: string
  /** As the API takes them. */
  readonly system?: unknown
  readonly tools?: unknown
  readonly parameters: Readonly<Record<string, unknown>>
  /** In the form of the API. Each has the hash that the record says; `undefined` where none was found with it. */
  readonly messages: readonly unknown[]
  /** Cache breakpoints: a path such as `['messages', 2, 'content', 0]`, and its value. */
  readonly breakpoints: readonly { readonly path: readonly (string | number)[]; readonly value: unknown }[]
  /** Every message, the system prompt and the tools are there, with the hashes of the record. */
  readonly proven: boolean
}
