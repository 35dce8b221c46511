import type { ToolTerms } from './tool-terms.ts'

/** The tools that contain a term; the three lists have one entry each. */
export interface TermTools {
  readonly tools: number[]
  readonly frequencies: number[]
  readonly fields: number[]
}

/**
 * Which tools contain a term. The postings of `createIndex` are made for a hundred thousand documents, most of which they do
 * not look at; a search for tools needs every tool of a term, to know what the query and the tool share.
 */
export class ToolPostings {
  /** Numbers of terms. Terms of removed tools keep theirs. */
  readonly #numbers = new Map<string, number>()
  readonly #byTerm: TermTools[] = []
  /** The terms of each tool; `undefined` for a number that is free. */
  readonly #terms: (readonly number[] | undefined)[] = []
  readonly #names: string[] = []
  readonly #byName = new Map<string, number>()
  readonly #free: number[] = []

  get count(): number {
    return this.#byName.size
  }

  /** One more than the largest number of a tool. */
  get limit(): number {
    return this.#terms.length
  }

  toolOf(name: string): number | undefined {
    return this.#byName.get(name)
  }

  nameOf(tool: number): string {
    return this.#names[tool] ?? ''
  }

  /** Returns the number of a term, a new one if it has none. */
  numberOf(term: string): number {
    let number = this.#numbers.get(term)
    if (number === undefined) {
      number = this.#byTerm.length
      this.#numbers.set(term, number)
      this.#byTerm.push({ tools: [], frequencies: [], fields: [] })
    }
    return number
  }

  of(term: string): TermTools | undefined {
    const number = this.#numbers.get(term)
    return number === undefined ? undefined : this.#byTerm[number]
  }

  put(name: string, { terms, frequencies, fields }: ToolTerms): void {
    this.remove(name)
    const tool = this.#free.pop() ?? this.#terms.length
    this.#byName.set(name, tool)
    this.#names[tool] = name
    this.#terms[tool] = terms
    for (let i = 0; i < terms.length; i++) {
      const list = this.#byTerm[terms[i] as number] as TermTools
      list.tools.push(tool)
      list.frequencies.push(frequencies[i] as number)
      list.fields.push(fields[i] as number)
    }
  }

  remove(name: string): boolean {
    const tool = this.#byName.get(name)
    if (tool === undefined) return false
    for (const term of this.#terms[tool] ?? []) drop(this.#byTerm[term] as TermTools, tool)
    this.#byName.delete(name)
    this.#terms[tool] = undefined
    this.#free.push(tool)
    return true
  }
}

function drop(list: TermTools, tool: number): void {
  const at = list.tools.indexOf(tool)
  for (const column of [list.tools, list.frequencies, list.fields]) {
    const last = column.pop() as number
    if (at < column.length) column[at] = last
  }
}
