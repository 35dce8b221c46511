import type { Message, Part, PlacedMessage } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { arrangeLines } from '../summary/arrange-lines.ts'
import { type CollectedLine, collectLines, type LineCollection } from '../summary/collect-lines.ts'
import type { MessageRange } from '../summary/contract.ts'
import { collectFrom } from '../summary/extract-lines.ts'
import { newestOf } from '../summary/ranges.ts'
import { renderSections } from '../summary/render-sections.ts'
import { type Omit, withoutSecrets } from '../summary/secrets.ts'
import { cleanLine, longestSentence } from '../summary/sentences.ts'
import { rankLines } from './rank-lines.ts'
import { resultSentences } from './result-sentences.ts'
import type { ShownSentence } from './shown-sentences.ts'

/** The most characters of sentences that are read. */
const most = 120_000

/** What is known besides the messages. */
interface Known {
  /** The lines of then, as `renderLines` writes them; '' for none. */
  readonly before: string
  /** What the request still shows. */
  readonly shown: readonly ShownSentence[]
  readonly omit: Omit
}

/** Returns the sentences of messages that gave way, with those of before, the most needed first. Later ones correct earlier ones. */
export function sentenceLines(
  gone: readonly PlacedMessage[],
  { before, shown, omit }: Known,
): readonly CollectedLine[] {
  const read = newestSentences(gone)
  const lines = collectLines()
  if (before !== '') {
    const range = { start: 0, end: Math.max(1, read[0]?.position ?? Number.MAX_SAFE_INTEGER) }
    collectFrom({ messages: [summaryMessage({ ...range, text: before })], places: [range], omit, into: lines })
  }
  const spoken = read.filter(({ message }) => message !== undefined)
  let next = 0
  const addResultsBefore = (end: number): void => {
    for (let one = read[next]; one && one.position < end; one = read[++next]) {
      const place = { start: one.position, end: one.position + 1 }
      for (const sentence of one.results) addResult(lines, withoutSecrets(sentence, omit), place)
    }
  }
  // In the order in which it was said.
  const positionAt = (index: number): number => spoken[index]?.position ?? Number.POSITIVE_INFINITY
  addResultsBefore(positionAt(0))
  collectFrom({
    messages: spoken.flatMap(({ message }) => message ?? []),
    places: spoken.map(({ position }) => ({ start: position, end: position + 1 })),
    omit,
    into: lines,
    after: (index) => addResultsBefore(positionAt(index + 1)),
  })
  const short = arrangeLines(lines.lines()).filter(({ text }) => text.length <= longestSentence)
  return rankLines(short, shown)
}

/** A sentence in a result stands among the facts of tools, whatever it says: it is nobody's decision. */
function addResult(lines: LineCollection, text: string, place: MessageRange): void {
  // What separates facts of tools from each other, and their parts.
  const own = cleanLine(text).replace(/; | = | -> /g, ', ')
  lines.add({ line: { section: 'facts', by: 'tool', text: own, sources: [place] }, said: 'tool' })
}

/** Writes lines in sections, those of each in order. */
export function renderLines(lines: readonly CollectedLine[], heading?: string): string {
  const inOrder = [...lines].sort((a, b) => newestOf(a.sources) - newestOf(b.sources))
  return renderSections(inOrder, heading)
}

interface SpokenMessage {
  readonly position: number
  /** What a person or the model said. */
  readonly message?: Message
  /** The sentences in results. */
  readonly results: readonly string[]
}

/** What was said, and the sentences in results; at most the newest. */
function newestSentences(gone: readonly PlacedMessage[]): readonly SpokenMessage[] {
  const read: SpokenMessage[] = []
  let left = most
  for (let index = gone.length - 1; index >= 0 && left > 0; index--) {
    const { message, position } = gone[index] as PlacedMessage
    const results = resultSentences(message)
    if (message.role !== 'tool') read.push({ position, message, results })
    else if (results.length > 0) read.push({ position, results })
    left -= message.role === 'tool' ? results.join('').length : lengthOf(message)
  }
  return read.reverse()
}

function lengthOf({ content }: Message): number {
  if (typeof content === 'string') return content.length
  return (content as readonly Part[]).reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0)
}
