import type { Command } from 'commander'

/**
 * Creates a subcommand with an example.
 *
 * @param description A sentence; the summary is the same in lower case, without the full stop.
 */
export function subcommand(parent: Command, name: string, description: string, example: string): Command {
  return parent
    .command(name)
    .summary(description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, ''))
    .description(description)
    .addHelpText('after', `\nExample:\n  $ ${example}`)
}
