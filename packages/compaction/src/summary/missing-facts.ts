import type { Message } from '@lamella/core'
import type { CollectedLine } from './collect-lines.ts'
import type { MissingFact } from './contract.ts'
import { collectFrom } from './extract-lines.ts'
import { checkExtract, type ExtractOptions } from './extract-options.ts'
import { valuesNamedBy } from './names-value.ts'
import { placesOf } from './ranges.ts'
import { readSentence } from './read-sentence.ts'
import { isFilePath, type Span } from './spans.ts'
import { topicOf } from './words.ts'

/** How many of the words that a promise or a decision is about a text has to have to say it. */
const enoughWords = 0.5

/**
 * Returns what messages say and a summary of them does not: numbers, names, files, decisions and promises of people and models, the
 * fields of things that tools returned, and values that the summary names though a later message has replaced them. What people
 * said comes first, then the newest. Words are compared, not meanings: a promise in quite other words counts as missing.
 *
 * Not counted are values that look like secrets, other values of results (long lists, texts), and what was replaced.
 *
 * @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID`
 * @example
 * missingFacts([{ role: 'user', content: 'My budget is 900 euros.' }], 'They spoke about a budget.')
 * // [{ kind: 'number', text: '900 euros', by: 'user', sources: [{ start: 0, end: 1 }] }]
 */
export function missingFacts(
  messages: readonly Message[],
  text: string,
  options: Pick<ExtractOptions, 'positions' | 'omit'> = {},
): readonly MissingFact[] {
  const { omit, positions } = checkExtract('missingFacts', messages, options)
  return missingOf(collectFrom({ messages, places: placesOf(messages, positions), omit }).lines(), text)
}

/** Returns what of some lines a text does not say. */
export function missingOf(lines: readonly CollectedLine[], text: string): readonly MissingFact[] {
  const named = valuesNamedBy(text)
  const words = topicOf(text)
  const says = (sentence: string): boolean => {
    const { spans, topic, replaced } = readSentence(sentence)
    const isOld = ({ text: value }: Span): boolean => replaced.some(({ old }) => old === value)
    const shared = [...topic].filter((one) => words.has(one)).length
    return spans.every((span) => isOld(span) || named(span.text)) && shared >= enoughWords * topic.size
  }
  const missing = new Map<string, MissingFact>()
  const add = (fact: MissingFact): void => {
    const key = `${fact.kind} ${fact.text.toLowerCase()}`
    if (!missing.has(key)) missing.set(key, fact)
  }
  for (const line of [...lines].sort(byWorth)) {
    const { sources, said, now = [] } = line
    const by = said === 'model' ? 'summary' : said
    if (line.by === 'tool' && !line.text.includes(' = ')) continue
    const old = [...now, ...line.read.replaced].map((one) => one.old)
    const isOld = (value: string): boolean => old.some((one) => valuesNamedBy(value)(one))
    const kind = line.section === 'promises' ? 'promise' : line.section === 'decisions' ? 'decision' : undefined
    // What was replaced need not be said.
    if (kind && now.length === 0 && !says(line.text)) add({ kind, text: line.text, by, sources })
    for (const span of line.read.spans) {
      if (!named(span.text) && !isOld(span.text)) add({ kind: kindOf(span, line), text: span.text, by, sources })
    }
    for (const { old, text: present, sources: from } of now) {
      if (named(old) && !says(present)) add({ kind: 'correction', text: present, by, sources: from })
    }
  }
  return [...missing.values()]
}

function kindOf({ kind, text }: Span, { by }: CollectedLine): MissingFact['kind'] {
  if (by !== 'tool') return kind
  return isFilePath(text) ? 'file' : /\d/.test(text) ? 'number' : 'name'
}

const worth: Readonly<Record<CollectedLine['said'], number>> = { user: 0, summary: 1, model: 1, assistant: 2, tool: 3 }

function byWorth(a: CollectedLine, b: CollectedLine): number {
  return worth[a.said] - worth[b.said] || (b.sources.at(-1)?.end ?? 0) - (a.sources.at(-1)?.end ?? 0)
}
