import type { Message, Scope } from '@lamella/core'
import { type SessionInfo, sessionExists } from '@lamella/core/store'
import type { Command } from 'commander'
import { openSource } from '../../import-source.ts'
import type { Io } from '../../io.ts'
import { type Sessions, withStore } from '../../open-store.ts'
import { plain } from '../../plain.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted, grouped } from '../../text/words.ts'
import { warn } from '../../write.ts'
import { sessionsCommand } from './command.ts'

interface ImportOptions extends ScopeOptions {
  readonly as?: string
  readonly keepSystem?: true
}

const notes = `
Other conversations can be imported, too: one message a line, as the AI SDK or the OpenAI Chat API has them.
  $ lamella sessions import ./data chat.jsonl --as cli_42`

/** `lamella sessions import`: a session from lines of JSON. */
export function addImport(parent: Command, io: Io): void {
  const command = sessionsCommand(
    parent,
    'import',
    'Make a session of exported lines.',
    'lamella sessions import ./agent.db telegram_4711.jsonl',
  )
  command
    .argument(
      '<store>',
      'folder of session files, or SQLite database (.db, .sqlite, .sqlite3); made if it is not there',
    )
    .argument('<file>', "what `lamella sessions export` wrote, or JSONL of messages; '-' is standard input")
    .option('--as <id>', 'id of the new session (default: the one it had)')
    .option('--keep-system', 'of JSONL of messages: keep system messages at the beginning')
    .addHelpText('after', notes)
    .action(async (path: string, file: string, options: ImportOptions) => {
      const { as, keepSystem = false } = options
      const scope = scopeOf(options)
      const source = await openSource(file, io.stdin)
      try {
        if (source.kind === 'export') {
          const into = as === undefined ? {} : { session: as }
          const { lines } = source
          return tell(await withStore(path, ({ sessions }) => sessions.import(scope, lines, into), { make: true }), io)
        }
        if (as === undefined) {
          return command.error("error: '--as <id>' is needed: a file of messages does not say which session it is")
        }
        const { messages, left } = await source.read(keepSystem)
        for (const line of left) warn(io, line)
        tell(await withStore(path, ({ sessions }) => add(sessions, scope, as, messages), { make: true }), io)
      } finally {
        await source.close()
      }
    })
}

type Done = Pick<SessionInfo, 'id' | 'length' | 'revision'>

async function add(sessions: Sessions, scope: Scope, id: string, messages: readonly Message[]): Promise<Done> {
  if (await sessions.info(scope, id)) throw sessionExists(id)
  const { revision, length } = await sessions.append(scope, id, messages, { expectedRevision: 0 })
  return { id, revision, length }
}

function tell({ id, length, revision }: Done, { stdout }: Io): void {
  stdout.write(`Imported '${plain(id)}': ${counted(length, 'message')}, revision ${grouped(revision)}.\n`)
}
