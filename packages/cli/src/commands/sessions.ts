import type { Command } from 'commander'
import type { End } from '../exit-code.ts'
import { type Finding, findingLine, verifyStore } from '../findings.ts'
import type { Io } from '../io.ts'
import { withStore } from '../open-store.ts'
import { paletteFor } from '../palette.ts'
import { cliError } from '../problem.ts'
import { noSessionsOf, type ScopeOptions, scopeOf } from '../scope-options.ts'
import { counted } from '../text/words.ts'
import { sessionsCommand, storeArgument } from './sessions/command.ts'
import { addCopy } from './sessions/copy.ts'
import { addDelete } from './sessions/delete.ts'
import { addExport } from './sessions/export.ts'
import { addImport } from './sessions/import.ts'
import { addList } from './sessions/list.ts'
import { addRepair } from './sessions/repair.ts'
import { addShow } from './sessions/show.ts'

const notes = `
<store> is a folder of files (fileSessions), an SQLite database (sqlite), or the
address of a PostgreSQL database (postgres://user@host/database). A value that
begins with a hyphen comes after a double hyphen.

Examples:
  $ lamella sessions list ./data --tenant acme
  $ lamella sessions show ./data -- -42`

/** Adds `lamella sessions`: manages the sessions in a store. */
export function addSessions(program: Command, io: Io, end: End): void {
  const sessions = program
    .command('sessions')
    .summary('list, show, move, check, repair and delete stored conversations')
    .description('Lists, shows, moves, checks, repairs and deletes the conversations in a store.')
    .addHelpText('after', notes)
  addList(sessions, io)
  addShow(sessions, io)
  addExport(sessions, io)
  addImport(sessions, io)
  addCopy(sessions, io)
  addVerify(sessions, io, end)
  addRepair(sessions, io, end)
  addIndex(sessions, io)
  addDelete(sessions, io)
}

/** Adds `lamella sessions index`: makes the messages of a tenant searchable before somebody searches. */
function addIndex(parent: Command, io: Io): void {
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

/** Whether it is only the file into which a repair has put the end of an append. */
const isKept = ({ notice }: Finding): boolean =>
  notice.code === 'SESSION_TAIL_TORN' && notice.details?.['file'] !== undefined

/** Adds `lamella sessions verify`: reports what a store has lost. Changes nothing. */
function addVerify(parent: Command, io: Io, end: End): void {
  const example = 'lamella sessions verify ./data --tenant acme'
  sessionsCommand(parent, 'verify', 'Check sessions for losses.', example)
    .argument(...storeArgument)
    .argument('[session]', 'id of a session (default: all in the scope; for a database, the whole database)')
    .action(async (path: string, session: string | undefined, options: ScopeOptions) => {
      const { red } = paletteFor(io.stdout, io.env)
      const scope = scopeOf(options)
      const { at, found, sessions, isWhole } = await withStore(path, (store) => verifyStore(store, scope, session))
      if (sessions === 0 && !isWhole && found.length === 0) {
        io.stdout.write(noSessionsOf(options))
        return
      }
      for (const finding of found) io.stdout.write(`${findingLine(finding, red)}\n`)
      const problems = found.filter((finding) => !isKept(finding)).length
      io.stdout.write(`${at} checked: ${problems === 0 ? 'no problems found' : counted(problems, 'problem')}.\n`)
      if (problems > 0) end(1)
    })
}
