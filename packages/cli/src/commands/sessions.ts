import type { Command } from 'commander'
import type { End } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { addCopy } from './sessions/copy.ts'
import { addDelete } from './sessions/delete.ts'
import { addExport } from './sessions/export.ts'
import { addImport } from './sessions/import.ts'
import { addIndex } from './sessions/index-messages.ts'
import { addList } from './sessions/list.ts'
import { addRepair } from './sessions/repair.ts'
import { addShow } from './sessions/show.ts'
import { addVerify } from './sessions/verify.ts'

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
