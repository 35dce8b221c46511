import type { Span } from './spans.ts'

/** A value that no longer holds, and the one that does; '' where the sentence does not say. */
export interface Replaced {
  readonly old: string
  readonly now: string
}

/** Says that one value becomes another. */
const changes = /\b(?:chang|mov|switch|updat|reschedul|postpon|rais|lower|increas|reduc|renam|upgrad|downgrad)/i
/** Two places, not two values of one thing. */
const isWay = /\b(?:fly|flies|flight|travel|trip|drive|train|go|going|went|route|range|open|between)/i

/** Words that end a phrase. */
const ends = new Set('because since for on in at as and so to with by but -> → =>'.split(' '))
const arrows = new Set(['->', '→', '=>'])
/** Words between "no longer" and what no longer holds. */
const fillers = new Set('use at in on want need be the'.split(' '))
const mostWords = 5

/** Finds what a sentence says is replaced: "from 3 to 5", "MySQL instead of Redis", "not 3 but 5", "no longer Redis", "3 -> 5". */
export function replacedIn(text: string, spans: readonly Span[]): readonly Replaced[] {
  const words = text.split(' ')
  const found: Replaced[] = []
  const add = (old: string, now: string): void => {
    const [before, after] = [valueIn(old, spans), valueIn(now, spans)]
    if (before.length > 1 && before.toLowerCase() !== after.toLowerCase()) found.push({ old: before, now: after })
  }
  const isChange = changes.test(text) && !isWay.test(text)
  for (const [index, raw] of words.entries()) {
    const word = raw.toLowerCase()
    const next = (words[index + 1] ?? '').toLowerCase()
    const first = phraseAt(words, index + 1)
    const link = first.isEnded ? '' : (words[first.end] ?? '').toLowerCase()
    const second = (): string => phraseAt(words, first.end + 1).text
    if (word === 'from' && isChange && link === 'to') add(first.text, second())
    else if (/^replaced?s?$/.test(word) && (link === 'with' || link === 'by')) add(first.text, second())
    else if (word === 'not' && (words[first.end] ?? '').toLowerCase() === 'but') add(first.text, second())
    else if (word === 'not' && (words[index - 1] ?? '').endsWith(',')) add(first.text, '')
    else if ((word === 'instead' && next === 'of') || (word === 'rather' && next === 'than')) {
      add(phraseAt(words, index + 2).text, '')
    } else if (word === 'no' && next === 'longer') {
      let start = index + 2
      while (fillers.has((words[start] ?? '').toLowerCase())) start++
      add(phraseAt(words, start).text, '')
    } else if (arrows.has(word)) add(phraseBefore(words, index), first.text)
  }
  return found
}

/** Returns the words from a place on, up to the end of a phrase. */
function phraseAt(words: readonly string[], start: number): { text: string; end: number; isEnded: boolean } {
  const taken: string[] = []
  let end = start
  for (; end < words.length && taken.length < mostWords; end++) {
    const word = words[end] as string
    if (ends.has(word.toLowerCase())) break
    const plain = word.replace(/[.,;!?)]{1,3}$/, '')
    taken.push(plain)
    if (plain !== word) return { text: taken.join(' '), end: end + 1, isEnded: true }
  }
  return { text: taken.join(' '), end, isEnded: false }
}

function phraseBefore(words: readonly string[], end: number): string {
  let start = end
  while (start > 0 && end - start < mostWords && !/[.,;:!?]$/.test(words[start - 1] ?? '')) {
    if (ends.has((words[start - 1] ?? '').toLowerCase())) break
    start--
  }
  return words.slice(start, end).join(' ')
}

/** The value in a phrase; or the phrase. */
function valueIn(phrase: string, spans: readonly Span[]): string {
  const value = spans.find(({ text }) => phrase.includes(text))?.text
  return value ?? phrase.replace(/^(?:the|a|an|my|our) /i, '')
}
