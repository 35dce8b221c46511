import type { Message } from '@lamella/core'
import { checkOptions, mustBeText } from '@lamella/core/plugin'
import type { RankedUnit } from '../digest/rank-units.ts'
import { asks } from '../digest/words.ts'
import type { MissingFact } from './contract.ts'
import { checkExtract, type ExtractOptions } from './extract-options.ts'
import { valuesNamedBy, valuesOf } from './names-value.ts'
import { placesOf } from './ranges.ts'
import { type ReadLines, readLines } from './read-lines.ts'
import { says } from './says.ts'
import { fieldOf } from './values.ts'

/** A sentence of fewer words without a value tells nothing on its own. */
const fewest = 4

/**
 * Returns what messages say and a summary of them does not: values that people, models or fields of results named, sentences of users,
 * and the newer sentences of subjects of which the summary says an older one. What people said comes first, then the newest. Words
 * are compared, not meanings, in any language: a sentence counts as said if the summary has its values and half of its words.
 *
 * Not counted are values that look like secrets, other values of results (long lists, texts), questions, and values of fields that a
 * later result has changed. That a sentence replaces an older one no program can know, so the older one counts, too.
 *
 * @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID`
 * @example
 * missingFacts([{ role: 'user', content: 'My budget is 900 euros.' }], 'They spoke about a budget.')
 * // [{ kind: 'value', text: '900', by: 'user', sources: [{ start: 0, end: 1 }] }, …]
 */
export function missingFacts(
  messages: readonly Message[],
  text: string,
  options: Pick<ExtractOptions, 'positions' | 'omit'> = {},
): readonly MissingFact[] {
  const { omit, positions } = checkExtract('missingFacts', messages, options)
  checkOptions('missingFacts', { text }, { text: mustBeText }, ['text'])
  return missingOf(readLines({ messages, places: placesOf(messages, positions), omit, count: () => 1 }), text)
}

/** Returns what of some lines a text does not say. */
export function missingOf({ units, of, values }: ReadLines, text: string): readonly MissingFact[] {
  const named = valuesNamedBy(text)
  const saysIt = says(text)
  const missing = new Map<string, MissingFact>()
  const add = (fact: MissingFact): void => {
    const key = `${fact.kind} ${fact.text.toLowerCase()}`
    if (!missing.has(key)) missing.set(key, fact)
  }
  const said = new Set(units.filter(({ text: own }) => saysIt(own)))
  const byWorth = (a: RankedUnit, b: RankedUnit): number =>
    worth[of(a).by] - worth[of(b).by] || b.position - a.position || a.order - b.order
  for (const unit of [...units].sort(byWorth)) {
    const { line, by } = of(unit)
    const { sources } = line
    if (said.has(unit)) {
      const newer = unit.later.filter((one) => (one.by === 'user' || one.by === unit.by) && !said.has(one))
      for (const one of newer)
        add({ kind: 'correction', text: one.text, by: of(one).by, sources: of(one).line.sources })
      continue
    }
    for (const value of valuesOf(unit.text)) if (!named(value)) add({ kind: 'value', text: value, by, sources })
    const isSentence = unit.by === 'user' && !asks(unit.text) && unit.words.length >= fewest
    if (isSentence) add({ kind: 'sentence', text: unit.text, by, sources })
  }
  for (const { section, text: own, sources } of values) {
    const field = section === 'files' ? undefined : fieldOf(own)
    const value = field ? field.label !== '' && field.now : /^\S+(?=: |$)/.exec(own)?.[0]
    if (value && !named(value)) add({ kind: 'value', text: value, by: 'tool', sources })
  }
  return [...missing.values()]
}

const worth: Readonly<Record<MissingFact['by'], number>> = { user: 0, summary: 1, assistant: 2, tool: 3 }
