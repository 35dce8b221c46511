import { checkOptions, isObject, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import { fsError } from '../errors.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { codex } from './codex/codex.ts'
import type { BesideFile, ReadTranscriptOptions, TranscriptInput } from './contract/input.ts'
import type { Transcript, TranscriptFormat } from './contract/transcript.ts'
import { aiSdkUi } from './formats/ai-sdk-ui.ts'
import { chatgpt } from './formats/chatgpt.ts'
import { cline } from './formats/cline.ts'
import { geminiCli } from './formats/gemini-cli.ts'
import { pi } from './pi/pi.ts'
import { createCollector } from './shared/collect.ts'
import { type Fields, fields } from './shared/fields.ts'
import type { BesideValues, FormatDefinition } from './shared/reader.ts'
import { valuesOf } from './source/values-of.ts'

/** The formats that are read; one more is only recognized. */
export type ReadFormat = Exclude<TranscriptFormat, 'opencode'>

/** Their readers. */
const transcriptFormats: Readonly<Record<ReadFormat, FormatDefinition>> = {
  'claude-code': claudeCode,
  codex,
  pi,
  cline,
  'gemini-cli': geminiCli,
  chatgpt,
  'ai-sdk-ui': aiSdkUi,
}

/**
 * Reads a session file of another program: usually one session, several of an export of ChatGPT. Damaged lines, unknown
 * ones and missing parents are counted and named, and nothing fails for them. Nothing that the file names is opened.
 *
 * The formats are internal to their programs and change without notice; what each is known from is at its reader.
 *
 * @param input the text, its lines, or its bytes in pieces
 * @throws LamellaError `TRANSCRIPT_UNKNOWN` for a file without the sign of a format, or of one that is not read;
 * `OPTION_INVALID`
 * @example
 * const [session] = await readTranscripts(createReadStream('session.jsonl'))
 * console.log(session?.path.length, session?.notes)
 */
export async function readTranscripts(
  input: TranscriptInput,
  options: ReadTranscriptOptions = {},
): Promise<readonly Transcript[]> {
  const { beside = [] } = checkOptions('readTranscripts', options, {
    format: mustBeOneOf([...Object.keys(transcriptFormats), 'opencode']),
    beside: (value) => (Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of files'),
    partLimit: mustBeWhole(1),
    size: mustBeWhole(0),
  })
  const others = await Promise.all(beside.map(readBeside))
  const collector = createCollector(options)
  // What is found in one conversation of an export is not said of the others.
  let own = createCollector(options)
  const definitionOf = (format: string | undefined): FormatDefinition | undefined =>
    transcriptFormats[format as ReadFormat]
  const found = valuesOf(input, options.format, (format) => definitionOf(format)?.isMessage, collector)
  let format = options.format as TranscriptFormat | undefined
  let reader = definitionOf(format)?.createReader(own, others)
  const transcripts: Transcript[] = []
  let place = 0
  for await (const { value, line, ...sign } of found) {
    if (sign.format !== undefined && !reader) {
      format = sign.format as TranscriptFormat
      reader = definitionOf(format)?.createReader(own, others)
    }
    if (!reader || !format) continue
    place++
    // Each conversation of an export is a session of its own.
    if (format === 'chatgpt' && isObject(value['mapping']) && place > 1) {
      transcripts.push(finished(format, await reader.finish()))
      own = createCollector(options)
      reader = chatgpt.createReader(own, others)
    }
    reader.add(value, line)
  }
  if (!reader || !format) throw unknownForm(format)
  transcripts.push(finished(format, await reader.finish()))
  return transcripts

  function finished(
    format: TranscriptFormat,
    parts: Awaited<ReturnType<NonNullable<typeof reader>['finish']>>,
  ): Transcript {
    const none = { branches: [], subagents: [], requests: [], compactions: [], exact: [], unanswered: [] }
    const [file, session] = [collector.found(), own.found()]
    return {
      format,
      ...none,
      ...parts,
      notes: [...file.notes, ...session.notes].sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      skipped: { ...file.skipped, ...session.skipped },
      unknown: { ...file.unknown, ...session.unknown },
    }
  }
}

async function readBeside({ name, content }: BesideFile): Promise<BesideValues> {
  const values: Fields[] = []
  for await (const { value } of valuesOf(content, 'beside', () => () => true, createCollector({})))
    values.push(fields(value))
  return { name, values }
}

function unknownForm(format: TranscriptFormat | undefined): Error {
  if (format === undefined) {
    const what = 'The file has no sign of a session of a program that is known.'
    const fix = `Pass \`format\`, one of ${Object.keys(transcriptFormats).join(', ')}, if you know it.`
    return fsError('TRANSCRIPT_UNKNOWN', what, fix, {})
  }
  const what = `The file is a session of ${format}, whose sessions are recognized but not read.`
  return fsError('TRANSCRIPT_UNKNOWN', what, 'Read it with the program itself.', { format })
}
