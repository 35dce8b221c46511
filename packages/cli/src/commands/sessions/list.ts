import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noticeText } from '@lamella/core/plugin'
import type { SessionInfo } from '@lamella/store'
import { type Command, Option } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { paletteFor } from '../../palette.ts'
import { parseCountFrom } from '../../parse.ts'
import { plain, toJson } from '../../plain.ts'
import { describeScope, noSessionsOf, type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { table } from '../../text/table.ts'
import { grouped, minute } from '../../text/words.ts'
import { sessionsCommand, storeArgument } from './command.ts'

interface ListOptions extends ScopeOptions {
  readonly limit: number
  readonly after?: string
  readonly json?: true
}

/** Adds `lamella sessions list`: lists sessions. */
export function addList(parent: Command, io: Io): void {
  sessionsCommand(parent, 'list', 'List sessions by id.', 'lamella sessions list ./data --tenant acme')
    .argument(...storeArgument)
    .addOption(new Option('--limit <count>', 'most sessions to list').argParser(parseCountFrom(1)).default(100))
    .option('--after <id>', 'continue after this id')
    .option('--json', 'as JSON, with full ids and times')
    .action(async (path: string, options: ListOptions) => {
      const { limit, after } = options
      const request = { limit, ...(after !== undefined && { after }) }
      const list = await withStore(path, ({ sessions }) => sessions.list(scopeOf(options), request))
      if (options.json) io.stdout.write(`${toJson(list)}\n`)
      else if (list.sessions.length === 0) {
        const files = await filesIn(path)
        const where = `${plain(describeScope(options))}${after === undefined ? '' : ' after that id'}`
        const isOthers = after === undefined && files.length === 0
        io.stdout.write(isOthers ? noSessionsOf(options) : `No sessions of ${where}.\n`)
        for (const file of files) {
          io.stdout.write(`${plain(file)} is a conversation in a file of its own: pass it with --session.\n`)
        }
      } else writeTable(list.sessions, list.more, io)
      for (const notice of list.unreadable ?? []) io.stderr.write(`lamella: ${plain(noticeText(notice))}\n`)
    })
}

/** Returns the conversations of a workspace that are in no store, such as that of `lamella init`. */
async function filesIn(path: string): Promise<readonly string[]> {
  const folder = join(path, 'sessions')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name))
}

const head = ['id', 'messages', 'size', 'revision', 'last change (UTC)', 'forked from']

function writeTable(sessions: readonly SessionInfo[], more: boolean, { stdout, env }: Io): void {
  const { dim } = paletteFor(stdout, env)
  const lines = table('lrrrll', [head, ...sessions.map(rowOf)])
  for (const [index, line] of lines.entries()) stdout.write(`${index === 0 ? dim(line) : line}\n`)
  const last = sessions.at(-1)
  if (more && last) stdout.write(`There are more: --after '${plain(last.id)}' lists the next ones.\n`)
}

function rowOf({ id, length, size, revision, updatedAt, forkedFrom }: SessionInfo): readonly string[] {
  return [
    plain(id),
    grouped(length),
    grouped(size),
    grouped(revision),
    minute(updatedAt),
    forkedFrom === undefined ? '' : `${plain(forkedFrom.session)} at ${grouped(forkedFrom.at)}`,
  ]
}
