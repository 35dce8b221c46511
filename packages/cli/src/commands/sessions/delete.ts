import { isLamellaError, type Scope } from '@lamella/core'
import { sessionMissing } from '@lamella/store'
import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { type Sessions, withStore } from '../../open-store.ts'
import { plain } from '../../plain.ts'
import { cliError } from '../../problem.ts'
import { describeScope, type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted } from '../../text/words.ts'
import { textLines } from '../../text-lines.ts'
import { sessionsCommand, storeArgument } from './command.ts'

interface DeleteOptions extends ScopeOptions {
  readonly all?: true
  readonly yes?: true
}

/** Adds `lamella sessions delete`: removes a session, or all in a scope. */
export function addDelete(parent: Command, io: Io): void {
  const example = 'lamella sessions delete ./data telegram_4711'
  const command = sessionsCommand(parent, 'delete', 'Delete a session, or all of a tenant, user or agent.', example)
  command
    .argument(...storeArgument)
    .argument('[session]', 'id of the session')
    .option('--all', 'all sessions of the tenant; with --user or --agent, those of that user or agent only')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(async (path: string, session: string | undefined, options: DeleteOptions) => {
      const { all = false, yes = false } = options
      if ((session === undefined) !== all) {
        return command.error("error: pass either a session or '--all'")
      }
      const scope = scopeOf(options)
      const whose = describeScope(options)
      const count = await withStore(path, async ({ sessions }) => {
        if (session === undefined) {
          if (!yes) await confirm(`Delete all sessions of ${whose}?`, io)
          return sessions.admin.erase(scope)
        }
        const what = await describe(sessions, scope, session)
        if (!yes) await confirm(`Delete ${what} of ${whose}?`, io)
        if (!(await sessions.delete(scope, session))) throw sessionMissing(session)
        return 1
      })
      io.stdout.write(`Deleted ${counted(count, 'session')} of ${plain(whose)}.\n`)
    })
}

/** @throws LamellaError `SESSION_MISSING` */
async function describe(sessions: Sessions, scope: Scope, session: string): Promise<string> {
  const info = await sessions.info(scope, session).catch((error: unknown) => {
    // Unreadable sessions can also be deleted.
    if (isLamellaError(error, 'SESSION_DAMAGED') || isLamellaError(error, 'FORMAT_NEWER')) return 'unreadable' as const
    throw error
  })
  if (info === undefined) throw sessionMissing(session)
  return info === 'unreadable'
    ? `the unreadable session '${session}'`
    : `session '${session}' with ${counted(info.length, 'message')}`
}

/**
 * Asks the user at the terminal to confirm an action that cannot be undone.
 *
 * @throws LamellaError `NOT_CONFIRMED` when the answer is no, or there is no terminal
 */
async function confirm(question: string, { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): Promise<void> {
  if (stdin.isTTY !== true) {
    const message = 'This cannot be undone, and there is no terminal to confirm it.'
    throw cliError('NOT_CONFIRMED', message, 'Pass --yes to confirm.', {})
  }
  stderr.write(`${plain(question)} This cannot be undone. [y/N] `)
  for await (const answer of textLines('-', stdin)) {
    if (/^\s*y(es)?\s*$/i.test(answer)) return
    break
  }
  throw cliError('NOT_CONFIRMED', 'Nothing was deleted.', 'Answer y to confirm, or pass --yes.', {})
}
