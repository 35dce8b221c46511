import type { ToolDefinition } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { type Families, familiesOf } from './families.ts'
import { type ReadTool, readTool } from './read-tool.ts'
import { type ToolColumns, toolColumns } from './tool-columns.ts'
import { nameKey } from './tool-texts.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The entries of a term in the columns. */
export interface TermRange {
  readonly start: number
  readonly end: number
  /** How many families of tools they are of. */
  readonly families: number
}

const none: TermRange = { start: 0, end: 0, families: 0 }

/**
 * The tools of an index, and which of them a term or a name leads to. The postings of `createIndex` are made for a hundred
 * thousand documents, most of which they do not look at; a search for tools needs every tool of a term, to know what the query
 * and the tool share.
 *
 * The first search after a change makes the columns from all tools, which takes a few milliseconds for 1,000: a list for each
 * term would take more to keep.
 */
export class ToolPostings {
  readonly #vocabulary: Vocabulary
  /** By number; `undefined` for a number that is free. */
  readonly #tools: (ReadTool | undefined)[] = []
  readonly #numbers = new Map<string, number>()
  readonly #free: number[] = []
  #columns: ToolColumns | undefined
  #families: Families | undefined
  /** By key of a name: the tools that have it. */
  #byKey: ReadonlyMap<string, readonly number[]> | undefined

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  get count(): number {
    return this.#numbers.size
  }

  /** One more than the largest number of a tool. */
  get limit(): number {
    return this.#tools.length
  }

  get columns(): ToolColumns {
    this.#columns ??= toolColumns(this.#tools, this.#vocabulary.size)
    return this.#columns
  }

  get families(): Families {
    this.#families ??= familiesOf(this.columns, this.count, this.limit)
    return this.#families
  }

  has(name: string): boolean {
    return this.#numbers.has(name)
  }

  nameOf(tool: number): string {
    return this.#tools[tool]?.name ?? ''
  }

  /** Returns the tools whose names are spelled like this one, apart from case and separators. */
  named(name: string): readonly number[] {
    this.#byKey ??= this.#numbersByKey()
    return this.#byKey.get(nameKey(name)) ?? []
  }

  /** Returns the entries of a term, which hold until the next change. */
  of(term: string): TermRange {
    const { starts } = this.columns
    const number = this.#vocabulary.numberOf(term)
    if (number < 0 || number >= starts.length - 1) return none
    const families = this.families.having[number] as number
    return { start: starts[number] as number, end: starts[number + 1] as number, families }
  }

  /** @throws LamellaError `INDEX_TOOL_INVALID`, `OPTION_INVALID`, `TOOL_SCHEMA_INVALID` */
  add(tools: readonly ToolDefinition[]): void {
    checkOptions(
      'toolIndex',
      { tools },
      { tools: (value) => (Array.isArray(value) ? undefined : 'must be a list of tools') },
      ['tools'],
    )
    // All are read first: an invalid one must not leave half of them added.
    for (const tool of tools.map((one) => readTool(one, this.#vocabulary))) {
      const { name } = tool
      const number = this.#numbers.get(name) ?? this.#free.pop() ?? this.#tools.length
      this.#tools[number] = tool
      this.#numbers.set(name, number)
    }
    this.#forget()
  }

  remove(name: string): boolean {
    const number = this.#numbers.get(name)
    if (number === undefined) return false
    this.#tools[number] = undefined
    this.#numbers.delete(name)
    this.#free.push(number)
    this.#forget()
    return true
  }

  #numbersByKey(): ReadonlyMap<string, readonly number[]> {
    const numbers = new Map<string, number[]>()
    for (const [name, number] of this.#numbers) {
      const key = nameKey(name)
      const known = numbers.get(key)
      if (known === undefined) numbers.set(key, [number])
      else known.push(number)
    }
    return numbers
  }

  #forget(): void {
    this.#columns = undefined
    this.#families = undefined
    this.#byKey = undefined
  }
}
