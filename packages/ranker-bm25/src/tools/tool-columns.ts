import type { ToolField } from './contract.ts'
import { type ReadTool, toolFields } from './read-tool.ts'
import type { TermNumbers } from './vocabulary.ts'

/** The terms of all tools, one entry for each term of a tool, sorted by term and then by tool. */
export interface ToolColumns {
  /** For each term, its first entry; one more than there are terms. */
  readonly starts: Int32Array
  readonly tools: Int32Array
  /** How much the tool is about the term: its weighted frequency, divided by the lengths of the fields. */
  readonly frequencies: Float64Array
  /** One bit for each field that contains it, in the order of `toolFields`. */
  readonly fields: Uint8Array
}

/**
 * The weight of a field's words, and the length that the words of such a field have on average; a longer field counts less.
 * The lengths are constants, so that a tool's terms do not depend on the other tools.
 */
interface FieldRule {
  readonly weight: number
  /** How much the length counts, 0 to 1: the `b` of BM25. */
  readonly b: number
  readonly length: number
}

const ruleOf: Readonly<Record<ToolField, FieldRule>> = {
  name: { weight: 3, b: 0.3, length: 3 },
  description: { weight: 1, b: 0.5, length: 12 },
  parameter: { weight: 1, b: 0.6, length: 4 },
  'parameter description': { weight: 0.4, b: 0.6, length: 30 },
  value: { weight: 0.4, b: 0.6, length: 6 },
}
const rules = toolFields.map((field) => ruleOf[field])
const description = toolFields.indexOf('description')

/** The bits of all fields but the descriptions of parameters, which mention much that a tool does not do. */
export const strongFields = 0b10111

/** Lucene's inverse document frequency, which is never negative. */
export const rarity = (count: number, having: number): number => Math.log(1 + (count - having + 0.5) / (having + 0.5))

/** What a word counts in a sentence that many tools have, of what it counts elsewhere in a description. */
const sharedWeight = 0.2

/** Entries in the order in which they are found. */
class Entries {
  readonly terms: Int32Array
  readonly frequencies: Float64Array
  readonly fields: Uint8Array
  size = 0
  /** The first entry of the current tool. */
  #first = 0
  /** By term, one more than its entry; only that of the current tool counts. */
  readonly #placeOf: Int32Array

  constructor(most: number, terms: number) {
    this.terms = new Int32Array(most)
    this.frequencies = new Float64Array(most)
    this.fields = new Uint8Array(most)
    this.#placeOf = new Int32Array(terms)
  }

  nextTool(): void {
    this.#first = this.size
  }

  add(found: TermNumbers, share: number, bit: number): void {
    const { terms, frequencies, fields } = this
    const placeOf = this.#placeOf
    const first = this.#first
    let next = this.size
    for (let i = 0; i < found.length; i++) {
      const term = found[i] as number
      const place = (placeOf[term] as number) - 1
      if (place < first) {
        terms[next] = term
        frequencies[next] = share
        fields[next] = bit
        placeOf[term] = ++next
      } else {
        frequencies[place] = (frequencies[place] as number) + share
        fields[place] = (fields[place] as number) | bit
      }
    }
    this.size = next
  }
}

/**
 * Makes the columns of all tools. The fields of a tool are one bag of terms, each field with its own weight and length
 * normalization (BM25F: Robertson, Zaragoza and Taylor, CIKM 2004). Sentences that many tools have describe their server, so they
 * count little.
 *
 * @param terms The number of known terms.
 */
export function toolColumns(read: readonly (ReadTool | undefined)[], terms: number): ToolColumns {
  const shared = sharedSentences(read)
  let words = 0
  for (const tool of read) words += tool === undefined ? 0 : wordsOf(tool)
  const entries = new Entries(words, terms)
  const ends = read.map((tool) => {
    if (tool !== undefined) addTool(tool, shared, entries)
    return entries.size
  })
  return sorted(entries, ends, terms)
}

/** From how many tools on a sentence is about their server, and not about each of them. */
const manyTools = 5

/** Returns the sentences that many descriptions have: servers describe themselves in each of their tools. */
function sharedSentences(tools: readonly (ReadTool | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const shared = new Set<string>()
  for (const tool of tools) {
    for (const { text } of tool?.sentences ?? []) {
      const count = (counts.get(text) ?? 0) + 1
      counts.set(text, count)
      if (count === manyTools) shared.add(text)
    }
  }
  return shared
}

function wordsOf({ texts, sentences }: ReadTool): number {
  let words = 0
  for (const { length } of texts) words += length
  for (const { terms } of sentences) words += terms.length
  return words
}

function addTool({ texts, fields, sentences }: ReadTool, shared: ReadonlySet<string>, entries: Entries): void {
  entries.nextTool()
  const lengths = [0, 0, 0, 0, 0]
  for (let i = 0; i < texts.length; i++) (lengths[fields[i] as number] as number) += (texts[i] as TermNumbers).length
  for (const { text, terms } of sentences) if (!shared.has(text)) (lengths[description] as number) += terms.length
  const shares = lengths.map((length, field) => shareOf(rules[field] as FieldRule, length))
  for (let i = 0; i < texts.length; i++) {
    const field = fields[i] as number
    entries.add(texts[i] as TermNumbers, shares[field] as number, 1 << field)
  }
  for (const { text, terms } of sentences) {
    const share = shared.has(text) ? sharedWeight * ruleOf.description.weight : (shares[description] as number)
    entries.add(terms, share, 1 << description)
  }
}

function shareOf({ weight, b, length }: FieldRule, words: number): number {
  return weight / (1 - b + (b * words) / length)
}

/** Sorts entries by their terms, by counting. */
function sorted({ size, ...entries }: Entries, ends: readonly number[], terms: number): ToolColumns {
  const starts = new Int32Array(terms + 1)
  for (let i = 0; i < size; i++) (starts[(entries.terms[i] as number) + 1] as number)++
  for (let term = 1; term <= terms; term++) (starts[term] as number) += starts[term - 1] as number
  const next = starts.slice()
  const [tools, frequencies, fields] = [new Int32Array(size), new Float64Array(size), new Uint8Array(size)]
  let at = 0
  for (let tool = 0; tool < ends.length; tool++) {
    for (; at < (ends[tool] as number); at++) {
      const place = (next[entries.terms[at] as number] as number)++
      tools[place] = tool
      frequencies[place] = entries.frequencies[at] as number
      fields[place] = entries.fields[at] as number
    }
  }
  return { starts, tools, frequencies, fields }
}
