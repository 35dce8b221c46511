import type { Command } from 'commander'
import type { End } from '../../exit-code.ts'
import { type Finding, findingLine, verifyStore } from '../../findings.ts'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { paletteFor } from '../../palette.ts'
import { noSessionsOf, type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted } from '../../text/words.ts'
import { sessionsCommand, storeArgument } from './command.ts'

/** Whether it is only the file into which a repair has put the end of an append. */
const isKept = ({ notice }: Finding): boolean =>
  notice.code === 'SESSION_TAIL_TORN' && notice.details?.['file'] !== undefined

/** Adds `lamella sessions verify`: reports what a store has lost. Changes nothing. */
export function addVerify(parent: Command, io: Io, end: End): void {
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
