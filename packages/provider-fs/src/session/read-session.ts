import { basename } from 'node:path'
import type { Message, Notice, Session } from '@lamella/core'
import {
  checkOptions,
  messageProblem,
  mustBeBoolean,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustBeWhole,
  summariesAmong,
} from '@lamella/core/plugin'
import { withoutReservedMarks } from '@lamella/store'
import { checkPath } from '../disk/file-name.ts'
import { fsError, isSystemError, systemCode } from '../errors.ts'
import { known } from '../json.ts'
import { notice } from '../notices.ts'
import { type FileSystem, nodeFileSystem, type OpenFile } from '../read/file-system.ts'
import { type OpenedFile, openRegular } from '../read/open-regular.ts'
import { applyCompactions } from './apply-compactions.ts'
import { decodeOpenAI } from './decode-openai.ts'
import { detectForm, type SessionForm, unreadForm } from './detect-form.ts'
import { documentIn, readLines } from './json-lines.ts'
import { firstOf, type OtherForm, otherForm, programForm } from './other-form.ts'
import { type ParsedLines, parseLines } from './parse-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Options for reading a session file. */
export interface ReadSessionOptions {
  /** The format of its messages. Default: detected from the first conclusive message. */
  readonly form?: SessionForm
  /** Whether to keep system messages at the beginning as part of the conversation. Default `false`. */
  readonly keepSystem?: boolean
  /** Whether to show a recorded summary instead of the messages it replaces. Default `'apply'`. */
  readonly compactions?: 'apply' | 'ignore'
  /**
   * The wire format of the request, such as `anthropic`. A summary that only another provider can read is then not shown, as
   * in `openSession`. Default: all are.
   */
  readonly format?: string
  /** The largest file to read, since a session is held in memory. Default 268,435,456 bytes (256 MiB). */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** Default: `node:fs/promises`. */
  readonly fs?: FileSystem
}

/** The maximum number of broken lines to report individually; one notice names the others by their numbers. */
const maxListed = 20
/** The maximum number of ranges in that notice. */
const maxRanges = 100

/**
 * Reads a conversation from a JSONL file: one message per line, canonical (AI SDK format) or in OpenAI Chat format; or
 * from a store's output: the file in which `fileSessions` keeps a session, or the lines that any store's `export`
 * yields. Store output shows summaries instead of the messages they replace.
 *
 * Lines that are not messages are left out and reported in `notices` with their numbers; the others are read. A file of which
 * none, or none of a role, is a message is another kind of file. System
 * messages at the beginning are left out too: the system prompt is a layer.
 *
 * @param file path of the file; links are followed, since the caller chose the file
 * @throws LamellaError `SESSION_UNREADABLE` when the file does not exist, `SESSION_TOO_LARGE`, `SESSION_FORM_OTHER` for a
 * file of another agent or provider unless `form` says how to read it, `OPTION_INVALID`, and
 * `IMPORT_INVALID` for an incomplete exported session, `FORMAT_NEWER` for a file of a newer version
 * @example
 * const session = await readSession('./sessions/cli_42.jsonl')
 * const context = await builder.build({ scope, session, message: 'And then?' })
 */
export async function readSession(file: string, options: ReadSessionOptions = {}): Promise<Session> {
  checkOptions('readSession', options, {
    form: mustBeOneOf(['canonical', 'openai-chat']),
    compactions: mustBeOneOf(['apply', 'ignore']),
    format: mustBeText,
    keepSystem: mustBeBoolean,
    maxBytes: mustBeWhole(0),
    signal: mustBeObject,
    fs: mustBeObject,
  })
  checkPath('readSession', file, 'file')
  const {
    format,
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
    const other = recorded || options.form ? undefined : await formOfFile(lines, opened.file, bytes, signal)
    if (other !== undefined) throw ofOtherForm(file, other)
    // A store always keeps canonical messages.
    const form = recorded
      ? 'canonical'
      : (options.form ?? firstOf(lines.values, ({ value }) => detectForm(value)) ?? 'canonical')
    const decoded = form === 'openai-chat' ? decodeOpenAI(lines.values) : decodeCanonical(lines.values)
    const problems = [...lines.problems, ...decoded.problems].sort((a, b) => a.number - b.number)
    const unread = recorded || options.form ? undefined : unreadForm(lines.values, problems)
    if (unread !== undefined) throw ofOtherForm(file, unread)
    const summaries = compactions === 'apply' ? (recorded?.compactions ?? []) : []
    const readable = summaries.filter(({ native }) => !native?.opaque || native.format === (format ?? native.format))
    const values = decoded.values.map((placed) => ({ ...placed, value: withoutReservedMarks(placed.value) }))
    const marked = values.filter(({ value }, index) => value !== decoded.values[index]?.value).length
    const shown = applyCompactions(values, readable)
    const from = basename(file)
    const first = keepSystem ? 0 : shown.findIndex(({ value }) => value.role !== 'system')
    const leading = first === -1 ? shown.length : first
    const notices = [...lineNotices(problems, from), ...(leading === 0 ? [] : [systemOmitted(leading, from)])]
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
    why = opened.what
  } catch (cause) {
    throw unreadable(file, `The session file '${file}' cannot be read (${systemCode(cause)}).`, cause)
  }
  throw unreadable(file, why)
}

/** Returns the form of a file that is not read. A file whose first line is not JSON may be JSON as a whole. */
async function formOfFile(
  { values, problems }: ParsedLines,
  file: OpenFile,
  bytes: number,
  signal: AbortSignal | undefined,
): Promise<OtherForm | undefined> {
  const first = problems[0]?.number ?? Number.POSITIVE_INFINITY
  const isWhole = first < (values[0]?.number ?? first + 1)
  const whole = isWhole ? await documentIn(file, bytes, signal) : undefined
  const document = whole ?? (values.length === 1 ? values[0]?.value : undefined)
  const shown = whole ? [whole] : values.map(({ value }) => value)
  if (document === undefined) return otherForm(shown)
  const { formOfValues } = await import('../transcripts/source/recognize.ts')
  return programForm(formOfValues([document], true)) ?? otherForm(shown)
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
  const listed = problems.slice(0, maxListed).map(({ number, problem }) => {
    const what = `Line ${number} ${problem}; it was left out.`
    return notice('SESSION_LINE_BROKEN', [what, 'Correct or remove the line.'], `${from}:${number}`, { line: number })
  })
  const more = problems.length - listed.length
  if (more === 0) return listed
  const rest = rangesOf(problems.slice(maxListed).map(({ number }) => number))
  const what = `${more} more lines are broken and were left out: ${rest}.`
  return [...listed, notice('SESSION_LINE_BROKEN', [what, 'Correct or remove them.'], from, { more })]
}

/** Names lines by ranges, such as `21-40, 44`. Of very many ranges, it names the first ones and the last line. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  const named = ranges.slice(0, maxRanges).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return named.join(', ') + (ranges.length > maxRanges ? `, and others up to ${numbers.at(-1)}` : '')
}

function systemOmitted(count: number, from: string): Notice {
  const subject = count === 1 ? 'The system message' : `The ${count} system messages`
  const what = `${subject} at the beginning of the session ${count === 1 ? 'was' : 'were'} left out: the system prompt is a layer.`
  const fix = 'Set `keepSystem` to keep system messages in the conversation.'
  return notice('SESSION_SYSTEM_OMITTED', [what, fix], from, { count })
}

function marksRemoved(count: number, from: string): Notice {
  const what =
    `Reserved marks were removed from ${count} ${count === 1 ? 'message' : 'messages'} of the session: ` +
    'only Lamella marks messages as summaries.'
  return notice('SESSION_MARK_REMOVED', [what], from, { count })
}

function unreadable(file: string, message: string, cause?: unknown): Error {
  return fsError('SESSION_UNREADABLE', message, 'Check the path, and make sure it is a readable file.', { file }, cause)
}

function ofOtherForm(file: string, { form, fix }: OtherForm): Error {
  const message = `The file '${file}' is in a form that is not read: ${form}.`
  return fsError('SESSION_FORM_OTHER', message, fix, { file, form })
}

function tooLarge(file: string, bytes: number, maxBytes: number): Error {
  const message = `The session file '${file}' has ${bytes} bytes, more than the limit of ${maxBytes}.`
  const fix = 'Raise `maxBytes`, or read the session from a store.'
  return fsError('SESSION_TOO_LARGE', message, fix, { file, bytes, maxBytes })
}

/** Checks canonical messages one by one; leaves out only values that are not messages. */
function decodeCanonical(lines: readonly Placed<unknown>[]): Decoded<Message> {
  const values: Placed<Message>[] = []
  const problems: LineProblem[] = []
  for (const line of lines) {
    const found = messageProblem(line.value)
    if (found === undefined) {
      // Without the extra keys of a log.
      const { role, content, providerOptions } = line.value as Message
      values.push({ ...line, value: known({ role, content, providerOptions }) as Message })
    } else {
      const { path, problem } = found
      const sentence = path === '' ? problem : `is not a message: ${path.replace(/^\./, '')} ${problem}`
      problems.push({ number: line.number, problem: sentence })
    }
  }
  return { values, problems }
}
