import type { Message, Part } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import { collectLines, type LineCollection } from './collect-lines.ts'
import type { MessageRange, SectionName, SummaryLine } from './contract.ts'
import { addFiles } from './file-lines.ts'
import { hasSections, parseSections } from './parse-sections.ts'
import { type ReadSentence, readFact, readSentence, readShortened } from './read-sentence.ts'
import { type Omit, withoutSecrets } from './secrets.ts'
import { sentencesOf } from './sentences.ts'
import { addToolFacts } from './tool-facts.ts'

/** What is extracted from messages. */
export interface ExtractRequest {
  readonly messages: readonly Message[]
  /** The positions of each message. */
  readonly places: readonly MessageRange[]
  readonly omit: Omit
  /** What others have collected before. Default: nothing. */
  readonly into?: LineCollection
  /** Called after each message with its number in the list. */
  readonly after?: (index: number) => void
}

/** Collects what messages say, in order. */
export function collectFrom({ messages, places, omit, into, after }: ExtractRequest): LineCollection {
  const lines = into ?? collectLines()
  const values = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const place = places[index] ?? { start: index, end: index + 1 }
    const range = summaryRange(message)
    if (range) addSummary(lines, values, String(message.content).replace(/^[^\n]*\n/, ''), place)
    else if (message.role === 'tool') addToolFacts(lines, values, message, { place, omit })
    else addSpeech(lines, values, message, { place, omit })
    after?.(index)
  }
  return lines
}

/** A summary before these messages. What is not in sections stands among the facts, sentence by sentence. */
function addSummary(lines: LineCollection, values: Set<string>, text: string, range: MessageRange): void {
  const parsed: readonly SummaryLine[] = hasSections(text)
    ? parseSections(text, range)
    : sentencesOf(text).map((one) => ({ section: 'facts', text: one, sources: [range] }))
  for (const line of parsed) {
    const sources = line.sources.length > 0 ? line.sources : [range]
    const read = line.by === 'tool' ? readFact(line.text) : readShortened(line.text)
    lines.add({ line: { ...line, sources }, said: 'summary', read })
    for (const span of read.spans) values.add(span.text.toLowerCase())
  }
}

interface Said {
  readonly place: MessageRange
  readonly omit: Omit
}

/** What people and models say. */
function addSpeech(lines: LineCollection, values: Set<string>, message: Message, { place, omit }: Said): void {
  const said = message.role === 'user' ? 'user' : 'assistant'
  const sources = [place]
  const rest: ReadSentence[] = []
  const calls = hasCalls(message)
  for (const sentence of textsOf(message).flatMap(sentencesOf)) {
    const read = readSentence(withoutSecrets(sentence, omit))
    const was = lines.revise(read, sources)
    const section = sectionOf(read, { said, calls, replaces: was.length > 0, isFirst: !lines.hasGoal() })
    if (section === undefined) rest.push(read)
    else {
      lines.add({ line: { section, text: read.text, sources, ...(was.length > 0 && { was }) }, said, read })
      for (const { text } of read.spans) values.add(text.toLowerCase())
    }
  }
  addValues(lines, values, rest, sources, said)
  if (message.role === 'assistant') addFiles(lines, message, sources)
}

interface Speech {
  readonly said: 'user' | 'assistant'
  /** Whether the message calls tools: what it announces is done at once. */
  readonly calls: boolean
  /** Whether the sentence replaces others. */
  readonly replaces: boolean
  /** Whether there is no goal yet. */
  readonly isFirst: boolean
}

function sectionOf(read: ReadSentence, { said, calls, replaces, isFirst }: Speech): SectionName | undefined {
  const isQuestion = read.text.endsWith('?')
  if (read.isFileChange && !isQuestion) return 'files'
  if (read.isPromise && !(calls && !read.isLater)) return 'promises'
  if (said === 'assistant' && read.isDone && !read.isDecision && !read.isCorrection) return 'state'
  if ((read.isDecision || read.isCorrection || replaces) && !(isQuestion && said === 'assistant')) return 'decisions'
  if (said === 'assistant') return undefined
  if ((read.isRequest && read.topic.size > 1) || (isFirst && read.topic.size > 2)) return 'goal'
  return read.spans.length > 0 || read.subject !== '' ? 'facts' : undefined
}

function hasCalls({ content }: Message): boolean {
  return typeof content !== 'string' && (content as readonly Part[]).some(({ type }) => type === 'tool-call')
}

/** The most values in a line. */
const mostInLine = 8

/** The values of sentences that have no line, as far as no line has them. */
function addValues(
  lines: LineCollection,
  values: Set<string>,
  rest: readonly ReadSentence[],
  sources: readonly MessageRange[],
  said: 'user' | 'assistant',
): void {
  const items: string[] = []
  for (const { label, text } of rest.flatMap(spansToKeep)) {
    if (values.has(text.toLowerCase())) continue
    values.add(text.toLowerCase())
    items.push(label === '' ? text : `${label}: ${text}`)
  }
  for (let at = 0; at < items.length; at += mostInLine) {
    const text = items.slice(at, at + mostInLine).join('; ')
    lines.add({ line: { section: 'facts', text, sources }, said })
  }
}

/** Headings and items of lists begin with capital letters, too. */
function spansToKeep({ text, spans }: ReadSentence): ReadSentence['spans'] {
  return /[.!]$/.test(text) ? spans : spans.filter(({ kind }) => kind !== 'name')
}

function textsOf({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [content]
  return (content as readonly Part[]).flatMap((part) => (part.type === 'text' ? part.text : []))
}
