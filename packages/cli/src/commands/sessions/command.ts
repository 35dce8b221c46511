import type { Command } from 'commander'
import { addScopeOptions } from '../../scope-options.ts'

/** Creates a subcommand of `lamella sessions` with the scope options. */
export function sessionsCommand(parent: Command, name: string, description: string, example: string): Command {
  const command = parent
    .command(name)
    .summary(description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, ''))
    .description(description)
    .addHelpText('after', `\nExample:\n  $ ${example}`)
    .showHelpAfterError(`('lamella sessions ${name} --help' lists all options)`)
  return addScopeOptions(command)
}

export const storeArgument: readonly [name: string, description: string] = [
  '<store>',
  'folder of session files, SQLite database, or postgres:// address',
]
