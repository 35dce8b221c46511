import { basename } from 'node:path'
import type { Message, Notice, Session } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { summariesAmong, withoutReservedMarks } from '@lamella/core/store'
import { fsError, isSystemError, systemCode } from '../errors.ts'
import { notice } from '../notices.ts'
import { type FileSystem, nodeFileSystem } from '../read/file-system.ts'
import { type OpenedFile, openRegular } from '../read/open-regular.ts'
import { applyCompactions } from './apply-compactions.ts'
import { decodeCanonical } from './decode-canonical.ts'
import { decodeOpenAI } from './decode-openai.ts'
import { detectForm, type SessionForm } from './detect-form.ts'
import { readLines } from './json-lines.ts'
import { parseLines } from './parse-lines.ts'
import type { LineProblem, Placed } from './placed.ts'

/** How a session file is read. */
export interface ReadSessionOptions {
  /** How its messages are written. Default: detected from the first message that can tell. */
  readonly form?: SessionForm
  /** Keeps system messages at the beginning as part of the conversation. Default `false`. */
  readonly keepSystem?: boolean
  /** Whether a summary that a store has recorded is shown in place of the messages it stands for. Default `'apply'`. */
  readonly compactions?: 'apply' | 'ignore'
  /** A larger file is refused, since a session is held in memory. Default 268,435,456 bytes (256 MiB). */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** Default: `node:fs/promises`. */
  readonly fs?: FileSystem
}

/** Broken lines that are told one by one; the others are counted. */
const maxTold = 20

/**
 * Reads a conversation from a JSONL file: one message a line, canonical (as the AI SDK has them) or as the OpenAI Chat API
 * has them; or from what a store has written: the file in which `fileSessions` keeps a session, or the lines that `export` of
 * any store gives. Those show a summary in place of the messages it stands for.
 *
 * A line that is not a message is left out and told in `notices` with its number; the others are read. System messages at
 * the beginning are left out too: the system prompt is a layer.
 *
 * @param file path of the file; links are followed, since the caller names the file itself
 * @throws LamellaError `SESSION_UNREADABLE` when there is no such file, `SESSION_TOO_LARGE`, `OPTION_INVALID`,
 * and `IMPORT_INVALID` for an exported session that is not whole
 * @example
 * const session = await readSession('./sessions/cli_42.jsonl')
 * const context = await builder.build({ scope, session, message: 'And then?' })
 */
export async function readSession(file: string, options: ReadSessionOptions = {}): Promise<Session> {
  checkOptions('readSession', options, {
    form: mustBeOneOf(['canonical', 'openai-chat']),
    compactions: mustBeOneOf(['apply', 'ignore']),
    keepSystem: mustBeBoolean,
    maxBytes: mustBeWhole(0),
    signal: mustBeObject,
    fs: mustBeObject,
  })
  const {
    keepSystem = false,
    compactions = 'apply',
    maxBytes = 256 * 1024 * 1024,
    signal,
    fs = nodeFileSystem,
  } = options
  const opened = await open(fs, file)
  try {
    const bytes = Number(opened.stats.size)
    if (bytes > maxBytes) throw tooLarge(file, bytes, maxBytes)
    const lines = await parseLines(readLines(opened.file, bytes, signal))
    const { recorded } = lines
    // A store keeps canonical messages, whatever they look like.
    const form = recorded ? 'canonical' : (options.form ?? firstForm(lines.values))
    const decoded = form === 'openai-chat' ? decodeOpenAI(lines.values) : decodeCanonical(lines.values)
    const summaries = compactions === 'apply' ? (recorded?.compactions ?? []) : []
    const values = decoded.values.map((placed) => ({ ...placed, value: withoutReservedMarks(placed.value) }))
    const marked = values.filter(({ value }, index) => value !== decoded.values[index]?.value).length
    const shown = applyCompactions(values, summaries)
    const from = basename(file)
    const leading = keepSystem ? 0 : leadingSystem(shown)
    const notices = [
      ...lineNotices([...lines.problems, ...decoded.problems], from),
      ...(leading === 0 ? [] : [systemOmitted(leading, from)]),
    ]
    if (marked > 0) notices.push(marksRemoved(marked, from))
    return toSession(shown.slice(leading), bytes, notices)
  } catch (cause) {
    if (!isSystemError(cause)) throw cause
    throw unreadable(file, `The session file '${file}' cannot be read (${systemCode(cause)}).`, cause)
  } finally {
    await opened.file.close()
  }
}

async function open(fs: FileSystem, file: string): Promise<OpenedFile> {
  let why: string
  try {
    const opened = await openRegular(fs, await fs.realpath(file), file)
    if (!('code' in opened)) return opened
    why = opened.message
  } catch (cause) {
    throw unreadable(file, `The session file '${file}' cannot be read (${systemCode(cause)}).`, cause)
  }
  throw unreadable(file, why)
}

function firstForm(lines: readonly Placed<unknown>[]): SessionForm {
  for (const { value } of lines) {
    const form = detectForm(value)
    if (form !== undefined) return form
  }
  return 'canonical'
}

function leadingSystem(messages: readonly Placed<Message>[]): number {
  const first = messages.findIndex(({ value }) => value.role !== 'system')
  return first === -1 ? messages.length : first
}

function toSession(placed: readonly Placed<Message>[], bytes: number, notices: readonly Notice[]): Session {
  const messages = placed.map(({ value }) => value)
  const starts = [...placed.map(({ start }) => start), bytes]
  const within = (position: number): number => Math.min(messages.length, Math.max(0, Math.trunc(position) || 0))
  return Object.freeze({
    length: messages.length,
    read: (start: number, end: number) => messages.slice(within(start), within(end)),
    sizeBefore: (position: number) => starts[within(position)] ?? bytes,
    summaries: Object.freeze(summariesAmong(messages)),
    notices: Object.freeze(notices),
  })
}

function lineNotices(problems: readonly LineProblem[], from: string): readonly Notice[] {
  const sorted = problems.toSorted((a, b) => a.number - b.number)
  const told = sorted.slice(0, maxTold).map(({ number, problem }) => {
    return notice('SESSION_LINE_BROKEN', `Line ${number} ${problem}; it was left out.`, `${from}:${number}`)
  })
  const more = sorted.length - told.length
  if (more === 0) return told
  return [...told, notice('SESSION_LINE_BROKEN', `${more} more lines are broken and were left out.`, from)]
}

function systemOmitted(count: number, from: string): Notice {
  const what = count === 1 ? 'The system message' : `The ${count} system messages`
  const message = `${what} at the beginning of the session was left out: the system prompt is a layer.`
  return notice('SESSION_SYSTEM_OMITTED', `${message} Set keepSystem to keep it in the conversation.`, from, { count })
}

function marksRemoved(count: number, from: string): Notice {
  const message = `Marks that only Lamella sets were removed from messages of the session: ${count}.`
  return notice('SESSION_MARK_REMOVED', `${message} A file cannot say which messages are summaries.`, from)
}

function unreadable(file: string, message: string, cause?: unknown): Error {
  return fsError('SESSION_UNREADABLE', message, 'Check the path, and that it is a readable file.', { file }, cause)
}

function tooLarge(file: string, bytes: number, maxBytes: number): Error {
  const message = `The session file '${file}' has ${bytes} bytes, more than the limit of ${maxBytes}.`
  return fsError('SESSION_TOO_LARGE', message, 'Raise maxBytes, or read it from a store.', { file, bytes, maxBytes })
}
