import type { Message } from '@lamella/core'
import { labelOf, messageValues, type SaidValue } from '../digest/message-values.ts'
import { cleanValue } from '../digest/render-entries.ts'
import type { LineCollection } from './collect-lines.ts'
import type { MessageRange } from './contract.ts'
import { readFact } from './read-sentence.ts'
import type { Omit } from './secrets.ts'

/** The most fields of things, and other values, that are taken of one message of a tool. */
const most = { fields: 300, values: 100 }

/** The most characters of the name of a field. */
const longestLabel = 100

/**
 * Adds what the results of a message say: the fields of things as `thing field = value`, which a later result may change, and other
 * values that are not known yet as `label: value`.
 */
export function addToolFacts(
  lines: LineCollection,
  known: Set<string>,
  message: Message,
  { place, omit }: { readonly place: MessageRange; readonly omit: Omit },
): void {
  const sources = [place]
  let { fields, values } = most
  for (const one of messageValues(message)) {
    const value = cleanFact(one.value)
    const label = labelFor(one)
    if (value === '' || omit(one.value, labelOf(one)) || omit(one.value, label) || omit(label, '')) continue
    if (one.of !== undefined && label.length <= longestLabel && fields > 0) {
      fields--
      lines.set(label, value, sources)
    } else if (!known.has(value.toLowerCase()) && values > 0) {
      values--
      const text = label === '' || label.length > longestLabel ? value : `${label}: ${value}`
      lines.add({ line: { section: 'facts', by: 'tool', text, sources }, said: 'tool', read: readFact(text) })
    } else continue
    known.add(value.toLowerCase())
  }
}

/** What a value is of: thing and field, each word once; or the words before it. */
function labelFor(one: SaidValue): string {
  const label = cleanFact(one.of ?? labelOf(one)).replace(/[^\p{L}\p{N}_ .@/-]+/gu, ' ')
  return [...new Set(label.trim().split(' '))].join(' ')
}

/** Nothing in a fact can look like the end of it, or like what stands between a field and its value. */
function cleanFact(text: string): string {
  return cleanValue(text).replace(/ (?:=|->) /g, ' ')
}
