import type { Message, Notice } from '@lamella/core'
import { passagesOf } from '../compression/transcript.ts'
import { wordsOf } from '../digest/words.ts'
import type { MessageRange, SummaryLine } from './contract.ts'
import { valuesNamedBy, valuesOf } from './names-value.ts'
import { joinRanges, rangesText } from './ranges.ts'
import { sharedWords } from './says.ts'
import { type Omit, withoutSecrets } from './secrets.ts'

/** What a model has seen when it wrote lines. */
export interface Seen {
  readonly messages: readonly Message[]
  readonly places: readonly MessageRange[]
  readonly before: readonly SummaryLine[]
  readonly omit: Omit
}

/** Something that has been said: in a message, or in a line of the summary before. */
interface Said {
  readonly sources: readonly MessageRange[]
  readonly names: (value: string) => boolean
  readonly words: () => ReadonlySet<string>
}

/** How many of the words of a line without a value a message has to have to say it. */
const enough = 0.5

/**
 * Compares the lines of a model with what it has seen. Each gets the messages that say it: those that it names, if they name one of
 * its values; for other values the newest message that does. A line with a value that nobody has said is left out, and so is one
 * without values that names no message and has few words of any.
 */
export function checkLines(
  lines: readonly SummaryLine[],
  seen: Seen,
): { readonly lines: readonly SummaryLine[]; readonly notices: readonly Notice[] } {
  const said = saidIn(seen)
  const checked: SummaryLine[] = []
  const notices: Notice[] = []
  for (const { section, text: written, sources: named } of lines) {
    const text = withoutSecrets(written, seen.omit)
    const cited = said.filter((one) => named.some((range) => one.sources.some((own) => overlaps(own, range))))
    const found = sourcesOf(text, cited, said)
    if (found === undefined || found.length === 0) {
      notices.push(rejected(text, found === undefined))
      continue
    }
    const sources = found.reduce<readonly MessageRange[]>((all, one) => joinRanges(all, one.sources), [])
    const isTold = named.length > 0 && named.every((range) => sources.some((own) => overlaps(own, range)))
    if (!isTold) notices.push(corrected(text, named, sources))
    checked.push({ section, text, sources })
  }
  return { lines: checked, notices }
}

function saidIn({ messages, places, before }: Seen): readonly Said[] {
  const said = messages.map((message, index) => {
    const text = passagesOf(message)
      .map((one) => one.text)
      .join('\n')
    return saidAs(text, [places[index] ?? { start: index, end: index + 1 }])
  })
  return [...before.map(({ text, sources }) => saidAs(text, sources)), ...said]
}

function saidAs(text: string, sources: readonly MessageRange[]): Said {
  let words: ReadonlySet<string> | undefined
  return {
    sources,
    names: valuesNamedBy(text),
    words: () => {
      words ??= new Set(wordsOf(text))
      return words
    },
  }
}

/** Returns what says a line, oldest first; `undefined` if nothing names one of its values. */
function sourcesOf(text: string, cited: readonly Said[], said: readonly Said[]): readonly Said[] | undefined {
  const found = new Set<Said>()
  for (const value of valuesOf(text)) {
    const own = cited.filter(({ names }) => names(value))
    for (const one of own) found.add(one)
    if (own.length > 0) continue
    const other = said.findLast(({ names }) => names(value))
    if (other === undefined) return undefined
    found.add(other)
  }
  for (const name of namesIn(text)) {
    const words = name.split(' ')
    const own = said.findLast((one) => one.names(name)) ?? said.findLast((one) => words.some((word) => one.names(word)))
    if (own === undefined) return undefined
    if (found.size === 0 && cited.length === 0) found.add(own)
  }
  if (found.size === 0) {
    const words = wordsOf(text)
    const about = (one: Said): number => sharedWords(words, one.words())
    const own = cited.filter((one) => about(one) > 0)
    // What a model says in its own words has to be taken from where it says.
    for (const one of own.length > 0 ? own : cited) found.add(one)
    const best = cited.length > 0 ? undefined : said.findLast((one) => about(one) >= enough)
    if (best) found.add(best)
  }
  return said.filter((one) => found.has(one))
}

const capitalized = /(?<![\p{L}\p{N}_'’&-])\p{Lu}[\p{L}\p{N}'’&-]*(?: \p{Lu}[\p{L}\p{N}'’&-]*)+/gu

/** Names of several words with capital letters; the first word of a line may have one, too. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(capitalized)]
    .map(({ 0: name, index }) => (index === 0 ? name.slice(name.indexOf(' ') + 1) : name))
    .filter((name) => name.includes(' '))
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
