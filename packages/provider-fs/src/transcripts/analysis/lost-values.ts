import type { Message } from '@lamella/core'
import { type Check, checkOptions, isObject, mustBeFunction } from '@lamella/core/plugin'
import type { Transcript, TranscriptCompaction } from '../contract/transcript.ts'
import { checkTranscript } from '../shared/check-transcript.ts'

/** The most messages that are looked at, the newest ones: as many as a digest is made of. */
const mostMessages = 10_000

/** The values that a compaction lost: paths, ids, numbers and names that neither its summary nor a message that it kept says. */
interface LostValues {
  readonly values: ReadonlySet<string>
  /** Returns how many of them are in messages. */
  keptBy(messages: readonly Message[]): number
}

/** Returns the values that a compaction lost. */
export async function lostValues(compaction: TranscriptCompaction, transcript: Transcript): Promise<LostValues> {
  const { valuesIn } = await import('@lamella/compaction/digest')
  const { gone, shown } = lostBy(compaction, transcript)
  const [lost, said] = [valuesIn(gone.map(({ message }) => message)), valuesIn(shown)]
  const values = new Set([...lost].filter((value) => !said.has(value)))
  return {
    values,
    keptBy: (messages) => {
      const present = valuesIn(messages)
      return [...values].filter((value) => present.has(value)).length
    },
  }
}

/** The most tokens of values that are written for a compaction. */
const mostTokens = 400

/** Returns what the digest of a cut would have said of them, the most needed first: a line for each message of the file. */
export async function lostValueLines(
  compaction: TranscriptCompaction,
  transcript: Transcript,
  count: (text: string) => number,
): Promise<readonly string[]> {
  checkTranscript('lostValueLines', transcript)
  const checks = { compaction: mustBeCompaction, count: mustBeFunction }
  checkOptions('lostValueLines', { compaction, count }, checks, ['compaction', 'count'])
  const { valueDigest } = await import('@lamella/compaction/digest')
  const request = { ...lostBy(compaction, transcript), before: undefined, maxTokens: mostTokens, count }
  // The first line is a heading for the model.
  return (valueDigest().digest(request)?.text ?? '').split('\n').slice(1)
}

const mustBeCompaction: Check = (value) =>
  isObject(value) && Array.isArray(value['lost']) ? undefined : 'must be one of the compactions of a transcript'

/** What a compaction lost, by the lines of the file, and what was still said. */
function lostBy({ line, lost, summary }: TranscriptCompaction, { window }: Transcript) {
  const kept = window.filter(({ lines: [first = line] }) => first < line).map(({ message }) => message)
  return {
    gone: lost.map(({ message, lines: [position = 0] }) => ({ position, message })).slice(-mostMessages),
    shown: summary === undefined ? kept : [summary, ...kept],
  }
}
