import type { CollectedLine } from '../summary/collect-lines.ts'
import { newestOf } from '../summary/ranges.ts'
import { type ReadSentence, readSentence } from '../summary/read-sentence.ts'
import { corrects, worthOf } from './sentence-worth.ts'
import { keyOf, type ShownSentence } from './shown-sentences.ts'
import { type TopicSentence, topicIndex } from './topic-index.ts'

interface Ranked extends TopicSentence {
  readonly line: CollectedLine
  readonly read: ReadSentence
  readonly newest: number
  worth: number
}

/** What a correction of something that the request still shows is worth in addition: more than any other line. */
const ofShown = 10

/** Begins a sentence that says something else than before, or says that something is so from now on. */
const anew = /^(?:no,|(?:actually|sorry|wait|oops|scratch that|on second thought)\b)|\b(?:is|are) now\b/i

/** How much more a correction is worth than what it corrects. */
const more = 1e-6

/**
 * Returns lines, the most needed first. A correction comes before everything that it corrects, and before all other lines if the
 * request still shows what it corrects: whoever reads only the earlier statement believes what no longer holds.
 */
export function rankLines(lines: readonly CollectedLine[], shown: readonly ShownSentence[]): readonly CollectedLine[] {
  const ranked = lines.map((line): Ranked => {
    // Facts of tools are kept unread.
    const read = line.by === 'tool' ? readSentence(line.text) : line.read
    const { text, topic } = read
    return { line, read, text, topic, newest: newestOf(line.sources), worth: worthOf(line, read) }
  })
  const corrections = ranked.filter(isCorrection).sort((a, b) => a.newest - b.newest)
  raiseAboveShown(corrections, shown)
  const said = topicIndex(ranked)
  for (const one of corrections) {
    for (const { newest, worth } of said.aboutSameAs(one)) {
      if (newest < one.newest) one.worth = Math.max(one.worth, worth + more)
    }
  }
  return ranked.sort((a, b) => b.worth - a.worth || b.newest - a.newest).map(({ line }) => line)
}

/** Raises the newest correction of each sentence that the request shows; those before it no longer hold either. */
function raiseAboveShown(corrections: readonly Ranked[], shown: readonly ShownSentence[]): void {
  const inRequest = topicIndex(shown)
  const corrected = new Set<ShownSentence>()
  for (const one of corrections.filter(restates).toReversed()) {
    const own = keyOf(one.text)
    const open = inRequest.aboutSameAs(one).filter((sentence) => sentence.key !== own && !corrected.has(sentence))
    if (open.length > 0) one.worth += ofShown
    for (const sentence of open) corrected.add(sentence)
  }
}

/** Whether a sentence states how something is, other than before: not only that something has been done. */
function restates({ read }: Ranked): boolean {
  return read.replaced.length > 0 || corrects.test(read.text) || anew.test(read.text)
}

/** Whether a sentence says that something else than before holds. */
function isCorrection(one: Ranked): boolean {
  return restates(one) || one.read.isCorrection || (one.line.was ?? []).length > 0
}
