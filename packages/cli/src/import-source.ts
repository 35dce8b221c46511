import type { Message, Notice } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { readSession } from '@lamella/provider-fs'
import { tooLarge } from './input-chunks.ts'
import type { Input } from './io.ts'
import { cliError } from './problem.ts'
import { textFileSystem } from './text-file-system.ts'
import { textLines } from './text-lines.ts'

/** What is to be imported: the lines of an export, or a file of messages. Whoever has opened it closes it. */
export type ImportSource = { close(): Promise<unknown> } & (
  | { readonly kind: 'export'; readonly lines: AsyncGenerator<string> }
  | { readonly kind: 'messages'; readonly read: (keepSystem: boolean) => Promise<Imported> }
)

/** Messages, and in words what was left out. */
interface Imported {
  readonly messages: readonly Message[]
  readonly left: readonly string[]
}

/**
 * Opens a file, or standard input for `-`, and finds out by its first line what it is.
 *
 * @throws LamellaError `IMPORT_UNREADABLE`, `INPUT_TOO_LARGE`; `read` also `IMPORT_EMPTY` and those of `readSession`
 */
export async function openSource(file: string, stdin: Input): Promise<ImportSource> {
  const rest = textLines(file, stdin)
  const first = await firstLine(rest)
  const lines = again(first, rest)
  const { lamella, header } = fieldsOf(first)
  const close = (): Promise<unknown> => rest.return(undefined)
  if (lamella === 'session') return { kind: 'export', lines, close }
  // A file that `fileSessions` keeps is read as messages, and has more than that.
  const isOfStore = isObject(header) && header['lamella'] === 'session'
  return {
    kind: 'messages',
    close,
    read: async (keepSystem) => {
      const fs = file === '-' ? { fs: textFileSystem(await joined(lines, file)) } : {}
      const { read, length, notices = [] } = await readSession(file, { keepSystem, compactions: 'ignore', ...fs })
      if (length === 0) throw empty(file)
      const messages = await read(0, length, { signal: new AbortController().signal })
      const left = notices.map(noticeText)
      return { messages, left: isOfStore ? [...left, ofStore] : left }
    },
  }
}

/** As much as `readSession` takes of a file: messages are held in memory. */
const maxHeld = 256 * 1024 ** 2

const ofStore =
  'This is a file of a store: its times, compactions and operations were left out. `lamella sessions copy` takes them along.'

/** The text of a notice. One that names an option of the library names the option of the command line instead. */
function noticeText({ code, message, details }: Notice): string {
  if (code !== 'SESSION_SYSTEM_OMITTED') return message
  const count = Number(details?.['count'])
  return count === 1
    ? 'The system message at the start of the session was left out. Use --keep-system to keep it in the conversation.'
    : `${count} system messages at the start of the session were left out. Use --keep-system to keep them in the conversation.`
}

/** The first line that is not blank; '' if there is none. */
async function firstLine(lines: AsyncGenerator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return ''
    // A byte order mark counts as white space, and is taken away.
    if (value.trim() !== '') return value.replace(/^\uFEFF/, '')
  }
}

async function* again(first: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* lines
}

async function joined(lines: AsyncGenerator<string>, file: string): Promise<string> {
  const all: string[] = []
  let length = 0
  for await (const line of lines) {
    length += line.length + 1
    if (length > maxHeld) throw tooLarge(file, maxHeld)
    all.push(line, '\n')
  }
  return all.join('')
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function empty(file: string): Error {
  const message = `There is not one message in ${file === '-' ? 'standard input' : `'${file}'`}.`
  const fix = 'Give what `lamella sessions export` wrote, or one message a line, as the AI SDK or OpenAI Chat has them.'
  return cliError('IMPORT_EMPTY', message, fix, { file })
}
