import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { cliError } from '../../problem.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted } from '../../text/words.ts'
import { sessionsCommand, storeArgument } from './command.ts'

/** Adds `lamella sessions index`: makes the messages of a tenant searchable before somebody searches. */
export function addIndex(parent: Command, io: Io): void {
  const example = 'lamella sessions index ./agent.db --tenant acme'
  const text = 'Add the messages of a tenant, of all its users and agents, to the index of a database.'
  sessionsCommand(parent, 'index', text, example)
    .argument(...storeArgument)
    .action(async (path: string, options: ScopeOptions) => {
      const { tenant } = scopeOf(options)
      const count = await withStore(path, ({ indexMessages }) => {
        if (indexMessages) return indexMessages({ tenant })
        const fix = 'Copy the sessions into a database: lamella sessions copy.'
        throw cliError('STORE_UNSUPPORTED', `'${path}' is a folder of files, which has no index.`, fix, { store: path })
      })
      io.stdout.write(`${counted(count, 'message')} indexed.\n`)
    })
}
