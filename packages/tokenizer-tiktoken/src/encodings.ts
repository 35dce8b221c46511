import { cl100k } from './split/cl100k.ts'
import { gpt2 } from './split/gpt2.ts'
import { o200k } from './split/o200k.ts'
import type { Rule } from './split/scan.ts'

/** The encodings that can be counted exactly. */
export const encodings = ['o200k_base', 'o200k_harmony', 'cl100k_base', 'p50k_base', 'p50k_edit', 'r50k_base'] as const

/** The name of an encoding. */
export type EncodingName = (typeof encodings)[number]

/**
 * Tables that have files. Encodings that differ only in their special tokens share one, since those are ordinary text
 * here.
 */
export const tableNames = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const

export type TableName = (typeof tableNames)[number]

export interface EncodingParts {
  readonly table: TableName
  /** Splits texts into the pieces to encode. */
  readonly rule: Rule
  /** Whether no token spans the start of a line, as in `Tokenizer.splitsAtLines` of the core. */
  readonly splitsAtLines: boolean
}

/** GPT-2's pattern looks past the end of a run of white space; the others do not. */
export const partsOf: Readonly<Record<EncodingName, EncodingParts>> = {
  o200k_base: { table: 'o200k_base', rule: o200k, splitsAtLines: true },
  o200k_harmony: { table: 'o200k_base', rule: o200k, splitsAtLines: true },
  cl100k_base: { table: 'cl100k_base', rule: cl100k, splitsAtLines: true },
  p50k_base: { table: 'p50k_base', rule: gpt2, splitsAtLines: false },
  p50k_edit: { table: 'p50k_base', rule: gpt2, splitsAtLines: false },
  r50k_base: { table: 'r50k_base', rule: gpt2, splitsAtLines: false },
}
