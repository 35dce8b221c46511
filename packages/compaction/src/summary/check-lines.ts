import type { Message, Notice } from '@lamella/core'
import { passagesOf } from '../compression/transcript.ts'
import type { CollectedLine } from './collect-lines.ts'
import type { MessageRange, SummaryLine } from './contract.ts'
import { valuesNamedBy } from './names-value.ts'
import { joinRanges, rangesText } from './ranges.ts'
import { type ReadSentence, readSentence } from './read-sentence.ts'
import { type Omit, withoutSecrets } from './secrets.ts'
import type { Span } from './spans.ts'
import { sharedTopic, topicOf } from './words.ts'

/** What a model has seen when it wrote lines. */
export interface Seen {
  readonly messages: readonly Message[]
  readonly places: readonly MessageRange[]
  /** The lines of the summary so far. */
  readonly before: readonly CollectedLine[]
  readonly omit: Omit
}

/** A line of a model, with the messages that say it. */
export interface CheckedLine {
  readonly line: SummaryLine
  readonly read: ReadSentence
}

/** Something that has been said: in a message, or in a line of the summary before. */
interface Said {
  readonly sources: readonly MessageRange[]
  readonly names: (value: string) => boolean
  readonly topic: () => ReadonlySet<string>
}

/** How much of what a line is about a message without its numbers has to be about. */
const enough = 0.5

/**
 * Compares the lines of a model with what it has seen. Each gets the messages that say it: those that it names, if they name one of
 * its values; for other values the newest message that does. A line with a value that nobody has said is left out, and so is one
 * without values that is about nothing that was said.
 */
export function checkLines(
  lines: readonly SummaryLine[],
  seen: Seen,
): { readonly lines: readonly CheckedLine[]; readonly notices: readonly Notice[] } {
  const said = saidIn(seen)
  const checked: CheckedLine[] = []
  const notices: Notice[] = []
  for (const { section, text: written, sources: named } of lines) {
    const read = readSentence(withoutSecrets(written, seen.omit))
    const cited = said.filter((one) => named.some((range) => one.sources.some((own) => overlaps(own, range))))
    const found = sourcesOf(read, cited, said)
    if (found === undefined || found.length === 0) {
      notices.push(rejected(read.text, found === undefined))
      continue
    }
    const sources = joinRanges(
      [],
      found.flatMap((one) => one.sources),
    )
    if (named.length === 0 || rangesText(named) !== rangesText(sources)) {
      const isTold = named.every((range) => sources.some((own) => overlaps(own, range))) && named.length > 0
      if (!isTold) notices.push(corrected(read.text, named, sources))
    }
    checked.push({ line: { section, text: read.text, sources }, read })
  }
  return { lines: checked, notices }
}

function saidIn({ messages, places, before }: Seen): readonly Said[] {
  const lines = before.map(({ sources, names, read }) => ({ sources, names, topic: () => read.topic }))
  const spoken = messages.map((message, index): Said => {
    const text = passagesOf(message)
      .map((one) => one.text)
      .join('\n')
    let topic: ReadonlySet<string> | undefined
    const place = places[index] ?? { start: index, end: index + 1 }
    return {
      sources: [place],
      names: valuesNamedBy(text),
      topic: () => {
        topic ??= topicOf(text)
        return topic
      },
    }
  })
  return [...lines, ...spoken]
}

/** Returns what says a line, oldest first; `undefined` if nothing names one of its values. */
function sourcesOf(read: ReadSentence, cited: readonly Said[], said: readonly Said[]): readonly Said[] | undefined {
  const found = new Set<Said>()
  const values = read.spans.map(formsOf)
  for (const [index, forms] of values.entries()) {
    const names = (one: Said): boolean => forms.some((form) => one.names(form))
    const own = cited.filter(names)
    for (const one of own) found.add(one)
    if (own.length > 0) continue
    const other = said.findLast(names)
    if (other) found.add(other)
    else if (isInvented(read.spans[index] as Span, said)) return undefined
  }
  if (found.size === 0) {
    const about = (one: Said): number => sharedTopic(read.topic, one.topic())
    const own = cited.filter((one) => about(one) > 0)
    // What a model says in its own words has to be taken from where it says.
    for (const one of own.length > 0 ? own : cited) found.add(one)
    const best = cited.length > 0 ? undefined : said.findLast((one) => about(one) >= enough)
    if (best) found.add(best)
  }
  return said.filter((one) => found.has(one))
}

/** Words that begin with a capital letter are often no names, so only one of several words of which none was said is invented. */
function isInvented({ kind, text }: Span, said: readonly Said[]): boolean {
  if (kind !== 'name') return true
  const words = text.split(' ')
  return words.length > 1 && words.every((word) => !said.some((one) => one.names(word)))
}

/** A value as it is written, and without its currency and its unit. */
function formsOf({ kind, text }: Span): readonly string[] {
  if (kind !== 'number') return [text]
  const number = /^[$€£¥₹]?(\d[\d.,:]*)(?:\s?%| \p{L}+)?$/u.exec(text)?.[1]
  return number === undefined ? [text] : [text, number]
}

function overlaps(a: MessageRange, b: MessageRange): boolean {
  return a.start < b.end && b.start < a.end
}

function rejected(line: string, isInvention: boolean): Notice {
  const why = isInvention
    ? 'it names a value that no message has'
    : 'it names no message, and is about nothing that was said'
  return {
    code: 'SUMMARY_LINE_REJECTED',
    what: `A line of the summary was left out: ${why}.`,
    details: { line },
  }
}

function corrected(line: string, named: readonly MessageRange[], sources: readonly MessageRange[]): Notice {
  return {
    code: 'SUMMARY_SOURCE_CORRECTED',
    what: 'A line of the summary named a message that does not say it, and got the numbers of those that do.',
    details: { line, named: rangesText(named), sources: rangesText(sources) },
  }
}
