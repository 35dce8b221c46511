/**
 * Who a build is for. Every layer and every store call gets it first. There is no default tenant: a build without one
 * does not compile, and is refused at run time (`SCOPE_INVALID`).
 */
export interface Scope {
  readonly tenant: string
  readonly user?: string
  readonly agent?: string
  readonly session?: string
  /**
   * What kind of session this is. Layers with an `audience` (memory, for one) are shown to the kinds they name only;
   * without a kind they are left out, and the report says so.
   */
  readonly kind?: SessionKind
}

/** `private`: one person and the agent. The others may be read by more people, or by none. */
export type SessionKind = 'private' | 'group' | 'channel' | 'cron' | 'subagent'
