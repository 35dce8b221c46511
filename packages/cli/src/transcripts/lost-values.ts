import type { Transcript, TranscriptCompaction } from '@lamella/provider-fs/transcripts'

/** The most tokens of values that are shown for a compaction. */
const mostTokens = 400

/**
 * Returns what the digest of a Lamella cut would have kept of the messages that a compaction lost: values such as paths,
 * numbers and names that neither its summary nor the messages it kept say. One line for each line of the file.
 */
export async function lostValues(
  { line, lost, summary }: TranscriptCompaction,
  { window }: Transcript,
  count: (text: string) => number,
): Promise<readonly string[]> {
  const { valueDigest } = await import('@lamella/compaction/digest')
  const kept = window.filter(({ lines: [first = line] }) => first < line).map(({ message }) => message)
  const gone = lost.map(({ message, lines: [position = 0] }) => ({ position, message })).slice(-10_000)
  const shown = summary === undefined ? kept : [summary, ...kept]
  const digest = valueDigest().digest({ gone, before: undefined, shown, maxTokens: mostTokens, count })
  // The first line is a heading for the model.
  return (digest?.text ?? '').split('\n').slice(1)
}
