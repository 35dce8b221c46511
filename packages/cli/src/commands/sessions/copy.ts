import { copyBlobs, copySessions } from '@lamella/store'
import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { plain } from '../../plain.ts'
import { describeScope, noSessionsOf, type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted } from '../../text/words.ts'
import { sessionsCommand } from './command.ts'

const notes = `
Sessions already copied with the same content are skipped, so you can rerun an
interrupted copy.`

/** Adds `lamella sessions copy`: copies from one store to another, such as from files to SQLite. */
export function addCopy(parent: Command, io: Io): void {
  const example = 'lamella sessions copy ./data ./agent.db --tenant acme'
  sessionsCommand(parent, 'copy', 'Copy sessions and their blobs from one store to another, without loss.', example)
    .argument('<from>', 'folder of session files, SQLite database, or postgres:// address')
    .argument('<to>', 'folder, database or address to copy to; created if it does not exist')
    .argument('[session]', 'id of a session (default: all in the scope)')
    .addHelpText('after', notes)
    .action(async (from: string, to: string, session: string | undefined, options: ScopeOptions) => {
      const which = session === undefined ? {} : { sessions: [session] }
      const scope = scopeOf(options)
      const { copied, present, blobs } = await withStore(from, (source) =>
        withStore(
          to,
          async (target) => {
            // Before the messages that name them.
            const { copied: blobs } = await copyBlobs(source.blobs, target.blobs, scope, which)
            return { blobs, ...(await copySessions(source.sessions, target.sessions, scope, which)) }
          },
          { make: true },
        ),
      )
      if (copied.length + present.length === 0) {
        io.stdout.write(noSessionsOf(options))
        return
      }
      const withBlobs = blobs.length === 0 ? '' : ` with ${counted(blobs.length, 'blob')}`
      const rest = present.length === 0 ? '' : `; ${counted(present.length, 'was', 'were')} already there`
      const whose = plain(describeScope(options))
      io.stdout.write(`Copied ${counted(copied.length, 'session')}${withBlobs} of ${whose}${rest}.\n`)
    })
}
