import type { Scope } from '@lamella/core'
import type { Command } from 'commander'

/** Whose sessions are meant. */
export interface ScopeOptions {
  readonly tenant: string
  readonly user?: string
  readonly agent?: string
}

/** Adds the options that say whose sessions are meant. */
export function addScopeOptions(command: Command): Command {
  return command
    .option('--tenant <id>', 'whose sessions', 'local')
    .option('--user <id>', 'of which person (default: of none)')
    .option('--agent <name>', 'of which agent (default: of none)')
}

/** The scope that the options say. */
export function scopeOf({ tenant, user, agent }: ScopeOptions): Scope {
  return { tenant, ...(user !== undefined && { user }), ...(agent !== undefined && { agent }) }
}

/** A scope in words: `tenant 'acme', user 'ada'`. */
export function describeScope({ tenant, user, agent }: ScopeOptions): string {
  const parts = [`tenant '${tenant}'`]
  if (user !== undefined) parts.push(`user '${user}'`)
  if (agent !== undefined) parts.push(`agent '${agent}'`)
  return parts.join(', ')
}
