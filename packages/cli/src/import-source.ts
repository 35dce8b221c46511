import type { Message, Notice } from '@lamella/core'
import { isObject, noticeText } from '@lamella/core/plugin'
import { type FileReaderOptions, readSession } from '@lamella/provider-fs'
import { carryOver, readTranscripts, recognizeTranscript, type Transcript } from '@lamella/provider-fs/transcripts'
import { tooLarge } from './input-chunks.ts'
import type { Input } from './io.ts'
import { mustBeMessages } from './must-be-messages.ts'
import { cliError } from './problem.ts'
import { textLines } from './text-lines.ts'
import { noteTexts, readTranscriptFile, transcriptAt } from './transcripts/transcript-files.ts'

/** The data to import: the lines of an export, or a file of messages. The caller closes it. */
export type ImportSource = { close(): Promise<unknown> } & (
  | { readonly kind: 'export'; readonly lines: AsyncGenerator<string> }
  | { readonly kind: 'messages'; readonly read: (keepSystem: boolean) => Promise<Imported> }
  | { readonly kind: 'transcripts'; readonly read: () => Promise<readonly ImportedSession[]> }
)

/** Messages, and a description of the omissions. */
interface Imported {
  readonly messages: readonly Message[]
  readonly left: readonly string[]
}

/** A session of another program. */
interface ImportedSession extends Imported {
  readonly id: string | undefined
}

/**
 * Opens a file, or standard input for `-`, and detects its kind from its first lines.
 *
 * @param from The program of the session, if it is of another one.
 * @throws LamellaError `IMPORT_UNREADABLE`, `INPUT_TOO_LARGE`; `read` also `IMPORT_EMPTY`, `SESSION_UNRECOGNIZED` and
 * those of `readSession` and `readTranscripts`
 */
export async function openSource(file: string, stdin: Input, from?: string): Promise<ImportSource> {
  const found = file === '-' ? undefined : await transcriptAt(file)
  if (file !== '-' && (found || from !== undefined)) {
    const read = async (): Promise<readonly ImportedSession[]> =>
      carried(await readTranscriptFile(file, { format: from ?? found?.format }), file)
    return { kind: 'transcripts', close: async () => {}, read }
  }
  const rest = textLines(file, stdin)
  const first = await firstLine(rest)
  const { lamella, header } = fieldsOf(first)
  const close = (): Promise<unknown> => rest.return(undefined)
  if (lamella === 'session') return { kind: 'export', lines: again([first], rest), close }
  const piped = file === '-' ? await headOf(first, rest) : undefined
  if (piped && (from !== undefined || recognizeTranscript(piped.join('\n')) !== undefined)) {
    const read = async (): Promise<readonly ImportedSession[]> =>
      carried(await readTranscripts(again(piped, rest), { format: from }), file)
    return { kind: 'transcripts', close, read }
  }
  const lines = again(piped ?? [first], rest)
  // A file of `fileSessions` is read as messages, which loses some of its data.
  const isOfStore = isObject(header) && header['lamella'] === 'session'
  return {
    kind: 'messages',
    close,
    read: async (keepSystem) => {
      const fs = file === '-' ? { fs: textFileSystem(await joined(lines, file)) } : {}
      const session = await readSession(file, { keepSystem, compactions: 'ignore', ...fs })
      const { read, length, notices = [] } = session
      if (length === 0) throw empty(file)
      mustBeMessages(file, session)
      const messages = await read(0, length, { signal: new AbortController().signal })
      const left = notices.map(noticeFor)
      return { messages, left: isOfStore ? [...left, ofStore] : left }
    },
  }
}

/** The same limit as `readSession`: messages are held in memory. */
const maxInMemory = 256 * 1024 ** 2

const ofStore =
  "This is a store's file: its times, compactions and operations were left out. Use `lamella sessions copy` to keep them."

/** Returns a notice as text, with the command's own option instead of the library's. */
function noticeFor(notice: Notice): string {
  const fix = 'Use --keep-system to keep system messages in the conversation.'
  return noticeText(notice.code === 'SESSION_SYSTEM_OMITTED' ? { ...notice, fix } : notice)
}

/** Returns the first non-blank line, or '' if all are blank. */
async function firstLine(lines: AsyncGenerator<string>): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return ''
    if (value.trim() !== '') return value
  }
}

async function* again(first: readonly string[], lines: AsyncGenerator<string>): AsyncGenerator<string> {
  yield* first
  yield* lines
}

/** So many lines show the form of a session. */
const headLines = 50

async function headOf(first: string, rest: AsyncGenerator<string>): Promise<readonly string[]> {
  const head = [first]
  while (head.length < headLines) {
    const { value, done } = await rest.next()
    if (done) break
    head.push(value)
  }
  return head
}

/** Returns the sessions of a file that have messages: exports have conversations in which nothing was said. */
function carried(sessions: readonly Transcript[], file: string): readonly ImportedSession[] {
  const [first, ...others] = sessions.map(carriedOne).filter(({ messages }) => messages.length > 0)
  if (first === undefined) throw empty(file)
  const count = sessions.length - 1 - others.length
  const left = count === 0 ? [] : [`Left out: ${count} × Conversations without messages.`]
  return [{ ...first, left: [...left, ...first.left] }, ...others]
}

function carriedOne(session: Transcript): ImportedSession {
  const { messages, left } = carryOver(session)
  return {
    id: session.id,
    messages,
    left: [...noteTexts(session), ...left.map(({ count, text }) => `Left out: ${count} × ${text}`)],
  }
}

async function joined(lines: AsyncGenerator<string>, file: string): Promise<string> {
  const all: string[] = []
  let length = 0
  for await (const line of lines) {
    length += line.length + 1
    if (length > maxInMemory) throw tooLarge(file, maxInMemory)
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
  const message = `There are no messages in ${file === '-' ? 'standard input' : `'${file}'`}.`
  const fix = 'Pass the output of `lamella sessions export`, or one message per line in AI SDK or OpenAI Chat format.'
  return cliError('IMPORT_EMPTY', message, fix, { file })
}

type FileSystem = NonNullable<FileReaderOptions['fs']>
type OpenFile = Awaited<ReturnType<FileSystem['open']>>
type FileStats = Awaited<ReturnType<OpenFile['stat']>>

/** Creates a file system with one text at every path, so that standard input can be read like a file. */
function textFileSystem(text: string): FileSystem {
  const bytes = Buffer.from(text)
  const stats: FileStats = {
    dev: 0n,
    ino: 0n,
    size: BigInt(bytes.length),
    mtimeNs: 0n,
    ctimeNs: 0n,
    isFile: () => true,
    isDirectory: () => false,
  }
  const file: OpenFile = {
    stat: async () => stats,
    read: async (buffer, offset, length, position) => {
      return { bytesRead: bytes.copy(buffer, offset, position, position + length) }
    },
    close: async () => {},
  }
  return { stat: async () => stats, realpath: async (path) => path, open: async () => file, readdir: async () => [] }
}
