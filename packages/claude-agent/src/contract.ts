/**
 * Names a transcript, as the SDK's `SessionKey`: the main one of a session, or with `subpath` that of a sub-agent.
 * Any text is a valid part.
 */
export interface ClaudeSessionKey {
  /** By default the working directory, with `-` for everything but letters and digits. */
  readonly projectKey: string
  readonly sessionId: string
  readonly subpath?: string
}

/** One line of a transcript, as the SDK's `SessionStoreEntry`: plain JSON, of which only `uuid` has a meaning for a store. */
export interface ClaudeEntry {
  type: string
  uuid?: string
  timestamp?: string
  [key: string]: unknown
}

/** What a list of sessions shows of one, as the SDK's `SessionSummaryEntry`. `data` belongs to the SDK. */
export interface ClaudeSessionSummary {
  sessionId: string
  /** Milliseconds since 1970, by the clock of `listSessions`. */
  mtime: number
  data: Record<string, unknown>
}

/** The SDK's `foldSessionSummary`: adds entries to a summary. */
export type FoldSessionSummary = (
  previous: ClaudeSessionSummary | undefined,
  key: { projectKey: string; sessionId: string; subpath?: string },
  entries: ClaudeEntry[],
  options: { mtime: number },
) => ClaudeSessionSummary

/**
 * A `SessionStore` of the Claude Agent SDK (types of 0.3.332, read on 2026-11-29, where it is marked as alpha). Pass it to `query`
 * and to the SDK's functions as `sessionStore`.
 */
export interface ClaudeSessions {
  /**
   * Adds entries, all or none, after those of earlier calls. Entries whose `uuid` the transcript has are left out. A call with the
   * same array adds nothing more, so a retry after a lost answer is safe. Never rejects because of another writer.
   *
   * @throws what the store throws, such as `STORE_UNAVAILABLE`. The SDK then tries twice more, and drops the batch.
   */
  append(key: ClaudeSessionKey, entries: readonly ClaudeEntry[]): Promise<void>
  /** Returns all entries as they were appended, in order; `null` if there are none. */
  load(key: ClaudeSessionKey): Promise<ClaudeEntry[] | null>
  /** Lists the sessions of a project, without transcripts of sub-agents, with the time of their last append. */
  listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>
  /** Lists summaries of sessions. Only with the option `foldSessionSummary`; without, the SDK loads the sessions instead. */
  listSessionSummaries?(projectKey: string): Promise<ClaudeSessionSummary[]>
  /** Lists the `subpath`s of a session. */
  listSubkeys(key: { readonly projectKey: string; readonly sessionId: string }): Promise<string[]>
  /** Removes a session with the transcripts of its sub-agents, or with `subpath` only that one. */
  delete(key: ClaudeSessionKey): Promise<void>
}
