import type { ToolDefinition } from '@lamella/core'
import type { Analyze } from '../analysis/analyzer.ts'
import type { ToolField } from './contract.ts'
import { toolParts } from './tool-parts.ts'

/** The terms of a tool by their numbers; the lists have one entry each. */
export interface ToolTerms {
  readonly terms: readonly number[]
  /** How much the tool is about each term: its weighted frequency, divided by the lengths of the fields. */
  readonly frequencies: readonly number[]
  /** One bit for each field that contains it, in the order of `toolFields`. */
  readonly fields: readonly number[]
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

/** In the order of the bits. */
export const toolFields: readonly ToolField[] = ['name', 'description', 'parameter', 'parameter description', 'value']

/** The bits of all fields but the descriptions of parameters, which mention much that a tool does not do. */
export const strongFields = 0b10111

const rules: Readonly<Record<ToolField, FieldRule>> = {
  name: { weight: 3, b: 0.3, length: 3 },
  description: { weight: 1, b: 0.5, length: 12 },
  parameter: { weight: 1, b: 0.6, length: 4 },
  'parameter description': { weight: 0.4, b: 0.6, length: 30 },
  value: { weight: 0.4, b: 0.6, length: 6 },
}

/** A tool whose texts have become numbers of terms. */
export interface ReadTool {
  readonly name: string
  readonly words: Readonly<Record<ToolField, readonly number[]>>
  /** The sentences of its description, by their text. */
  readonly sentences: ReadonlyMap<string, readonly number[]>
}

/** What a word counts in a sentence that many tools have, of what it counts elsewhere in a description. */
const sharedWeight = 0.2

/** @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID` */
export function readTool(tool: ToolDefinition, analyze: Analyze<number>): ReadTool {
  const words: Record<ToolField, number[]> = {
    name: [],
    description: [],
    parameter: [],
    'parameter description': [],
    value: [],
  }
  const sentences = new Map<string, number[]>()
  for (const { field, text } of toolParts(tool)) {
    const found: number[] = field === 'description' ? [] : words[field]
    analyze(text, (term) => found.push(term))
    if (field === 'description') sentences.set(text, found)
  }
  return { name: tool.name, words, sentences }
}

/**
 * Returns the terms of a tool: its fields as one bag, each with its own weight and length normalization (BM25F: Robertson,
 * Zaragoza and Taylor, CIKM 2004). Sentences that many tools have describe their server, so they count little.
 */
export function toolTerms(
  { words, sentences }: ReadTool,
  isShared: (sentence: string) => boolean,
  places: number[],
): ToolTerms {
  const [terms, frequencies, fields]: [number[], number[], number[]] = [[], [], []]
  const count = (found: readonly number[], share: number, bit: number): void => {
    for (const term of found) {
      const place = (places[term] ?? 0) - 1
      if (place < 0) {
        places[term] = terms.push(term)
        frequencies.push(share)
        fields.push(1 << bit)
      } else {
        frequencies[place] = (frequencies[place] as number) + share
        fields[place] = (fields[place] as number) | (1 << bit)
      }
    }
  }
  toolFields.forEach((field, bit) => {
    const rule = rules[field]
    if (field !== 'description') {
      count(words[field], shareOf(rule, words[field].length), bit)
      return
    }
    let length = 0
    for (const [text, found] of sentences) if (!isShared(text)) length += found.length
    const share = shareOf(rule, length)
    for (const [text, found] of sentences) count(found, isShared(text) ? sharedWeight * rule.weight : share, bit)
  })
  for (const term of terms) places[term] = 0
  return { terms, frequencies, fields }
}

function shareOf({ weight, b, length }: FieldRule, words: number): number {
  return weight / (1 - b + (b * words) / length)
}
