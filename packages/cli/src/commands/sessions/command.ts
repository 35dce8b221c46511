import type { Command } from 'commander'
import { subcommand } from '../../options.ts'
import { addScopeOptions } from '../../scope-options.ts'

/** Creates a subcommand of `lamella sessions` with the scope options. */
export function sessionsCommand(parent: Command, name: string, description: string, example: string): Command {
  return addScopeOptions(subcommand(parent, name, description, example))
}

export const storeArgument: readonly [name: string, description: string] = [
  '<store>',
  'folder of session files, SQLite database, or postgres:// address',
]
