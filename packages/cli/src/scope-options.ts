import type { Scope } from '@lamella/core'
import type { Command } from 'commander'
import { plain } from './plain.ts'

/** The owner of the sessions. */
export interface ScopeOptions {
  readonly tenant: string
  readonly user?: string
  readonly agent?: string
}

/** Adds the options that select the owner of the sessions. */
export function addScopeOptions(command: Command): Command {
  return command
    .option('--tenant <id>', 'tenant of the sessions', 'local')
    .option('--user <id>', 'user of the sessions (default: none)')
    .option('--agent <name>', 'agent of the sessions (default: none)')
}

/** Returns the scope from the options. */
export function scopeOf({ tenant, user, agent }: ScopeOptions): Scope {
  return { tenant, ...(user !== undefined && { user }), ...(agent !== undefined && { agent }) }
}

/** Says that a store has nothing of the owner: the sessions may be another's. */
export function noSessionsOf(options: ScopeOptions): string {
  return `No sessions of ${plain(describeScope(options))}: --tenant, --user and --agent select the owner.\n`
}

/** Describes a scope in words: `tenant 'acme', user 'ada'`. */
export function describeScope({ tenant, user, agent }: ScopeOptions): string {
  const parts = [`tenant '${tenant}'`]
  if (user !== undefined) parts.push(`user '${user}'`)
  if (agent !== undefined) parts.push(`agent '${agent}'`)
  return parts.join(', ')
}
