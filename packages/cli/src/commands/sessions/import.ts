import type { Message, Scope } from '@lamella/core'
import { type SessionInfo, sessionExists } from '@lamella/store'
import { type Command, Option } from 'commander'
import { openSource } from '../../import-source.ts'
import type { Io } from '../../io.ts'
import { type Sessions, withStore } from '../../open-store.ts'
import { plain } from '../../plain.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { counted, grouped } from '../../text/words.ts'
import { readFormats } from '../../transcripts/names.ts'
import { warn } from '../../write.ts'
import { sessionsCommand } from './command.ts'

interface ImportOptions extends ScopeOptions {
  readonly as?: string
  readonly keepSystem?: true
  readonly from?: string
}

const notes = `
Also imports other conversations: one message per line, in AI SDK or OpenAI Chat
format.
  $ lamella sessions import ./data chat.jsonl --as cli_42

And sessions of Claude Code, Codex, pi, Cline, Gemini CLI, ChatGPT and the AI
SDK's UI: what their next request would hold.
  $ lamella sessions import ./data ~/.claude/projects/-garden/0a1b.jsonl`

/** Adds `lamella sessions import`: imports a session from JSON lines. */
export function addImport(parent: Command, io: Io): void {
  const command = sessionsCommand(
    parent,
    'import',
    'Create a session from exported lines.',
    'lamella sessions import ./agent.db telegram_4711.jsonl',
  )
  command
    .argument(
      '<store>',
      'folder of session files, or SQLite database (.db, .sqlite, .sqlite3); created if it does not exist',
    )
    .argument(
      '<file>',
      "output of `lamella sessions export`, JSONL of messages, or a session of another program; '-' is standard input",
    )
    .option('--as <id>', 'id of the new session (default: its original id)')
    .addOption(
      new Option('--from <program>', 'the program of the session, if the file does not show it').choices(readFormats),
    )
    .option('--keep-system', 'for JSONL of messages: keep system messages at the beginning')
    .addHelpText('after', notes)
    .action(async (path: string, file: string, options: ImportOptions) => {
      const { as, keepSystem = false, from } = options
      const scope = scopeOf(options)
      const source = await openSource(file, io.stdin, from)
      try {
        if (source.kind === 'export') {
          const into = as === undefined ? {} : { session: as }
          const { lines } = source
          const done = await withStore(path, ({ sessions }) => sessions.transfer.import(scope, lines, into), {
            make: true,
          })
          for (const { what } of done.notices ?? []) warn(io, what)
          return tell(done, io)
        }
        if (source.kind === 'transcripts') {
          const sessions = await source.read()
          if (as !== undefined && sessions.length > 1) {
            return command.error(`error: '--as <id>' is for one session, and the file has ${sessions.length}`)
          }
          for (const { id = as, messages, left } of sessions) {
            if (id === undefined) return command.error(missingId)
            const name = as ?? id
            // A later export has the conversations of an earlier one.
            const isNew = async (store: { readonly sessions: Sessions }): Promise<Done | undefined> =>
              sessions.length > 1 && (await store.sessions.info(scope, name))
                ? undefined
                : add(store.sessions, scope, name, messages)
            const done = await withStore(path, isNew, { make: true })
            for (const line of done ? left : [`Left out: '${plain(name)}' exists already.`]) warn(io, line)
            if (done) tell(done, io)
          }
          return
        }
        if (as === undefined) {
          return command.error(missingId)
        }
        const { messages, left } = await source.read(keepSystem)
        for (const line of left) warn(io, line)
        tell(await withStore(path, ({ sessions }) => add(sessions, scope, as, messages), { make: true }), io)
      } finally {
        await source.close()
      }
    })
}

const missingId = "error: '--as <id>' is required, because the file does not contain a session id"

type Done = Pick<SessionInfo, 'id' | 'length' | 'revision'>

async function add(sessions: Sessions, scope: Scope, id: string, messages: readonly Message[]): Promise<Done> {
  if (await sessions.info(scope, id)) throw sessionExists(id)
  const { revision, length } = await sessions.append(scope, id, messages, { expectedRevision: 0 })
  return { id, revision, length }
}

function tell({ id, length, revision }: Done, { stdout }: Io): void {
  stdout.write(`Imported '${plain(id)}': ${counted(length, 'message')}, revision ${grouped(revision)}.\n`)
}
