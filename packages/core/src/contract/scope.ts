/**
 * The owner of the data of a build. Every layer and every store call gets it first. There is no default tenant: a build
 * without one does not compile, and is rejected at run time (`SCOPE_INVALID`), as are other fields and unknown kinds.
 */
export interface Scope {
  readonly tenant: string
  readonly user?: string
  readonly agent?: string
  readonly session?: string
  /**
   * The kind of this session. Layers with an `audience` (such as memory) are shown only to the kinds they name; without
   * a kind they are omitted, and the report says so.
   */
  readonly kind?: SessionKind
}

/** `private`: one user and the agent. The others may be read by more people, or by none. */
export type SessionKind = 'private' | 'group' | 'channel' | 'cron' | 'subagent'
