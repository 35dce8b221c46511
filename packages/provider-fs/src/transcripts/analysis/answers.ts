import type { TranscriptRequest } from '../contract/request.ts'
import type { Transcript, TranscriptEntry } from '../contract/transcript.ts'

/** An answer on the path, with the request that it answers. */
export interface CountedEntry {
  readonly request: TranscriptRequest
  /** How many entries of the conversation were there when it was asked. */
  readonly before: number
}

/** What a session said without summaries: a conversation as it would be without compactions. */
export function conversationOf({ path }: Transcript): readonly TranscriptEntry[] {
  return path.filter(({ by }) => by !== 'summary')
}

/**
 * Returns the answers of a conversation whose usage is known. A request belongs to the newest answer that had begun by its line;
 * of several, as after an error, the last one counts.
 */
export function countedAnswers(entries: readonly TranscriptEntry[], { requests }: Transcript): readonly CountedEntry[] {
  const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line
  const answers = entries
    .flatMap(({ by, lines: [line = 0] }, index) => (by === 'model' ? [{ line, index }] : []))
    .sort(byLine)
  const onPath = requests.filter(({ purpose, uncertain }) => purpose === 'path' && !uncertain).sort(byLine)
  const found = new Map<number, CountedEntry>()
  let next = 0
  for (const request of onPath) {
    while ((answers[next]?.line ?? Number.POSITIVE_INFINITY) <= request.line) next++
    const answer = answers[next - 1]
    if (answer) found.set(answer.index, { request, before: answer.index })
  }
  return [...found.values()].sort((one, other) => one.before - other.before)
}
