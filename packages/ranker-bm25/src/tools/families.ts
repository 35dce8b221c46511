import { rarity, strongFields, type ToolColumns } from './tool-columns.ts'

/** Which tools are variants of each other, such as those that create, list and delete the same thing. */
export interface Families {
  /** How many there are. A tool that is like no other is a family of its own. */
  readonly count: number
  /** By the number of a term: how many families have it. */
  readonly having: Int32Array
}

/** How alike two tools of a family are: the cosine of their words, weighted by rarity. Rounding must not decide a tie. */
const familyCosine = 0.6 - 1e-9
/** Words of more tools than this say nothing about families, and would compare each tool with each other. */
const commonWord = 64

/**
 * Groups tools by their words, single link: whoever is like one of a family belongs to it. Without it, the object of "create,
 * list, cancel, update" counts as four times as common as it is. Descriptions of parameters are not compared.
 */
export function familiesOf(columns: ToolColumns, count: number, limit: number): Families {
  const { starts, tools } = columns
  const groups = new Groups(limit)
  const joined = joinAlike(columns, count, limit, groups)
  const having = new Int32Array(starts.length - 1)
  const seenFor = new Int32Array(limit).fill(-1)
  for (let term = 0; term < having.length; term++) {
    for (let i = starts[term] as number; i < (starts[term + 1] as number); i++) {
      const group = groups.of(tools[i] as number)
      if (seenFor[group] === term) continue
      seenFor[group] = term
      ;(having[term] as number)++
    }
  }
  return { count: count - joined, having }
}

/** Joins all pairs of tools that are alike, and returns by how many the groups have become fewer. */
function joinAlike(columns: ToolColumns, count: number, limit: number, groups: Groups): number {
  const { starts, tools, fields } = columns
  const { lengths, weights, ends, terms } = comparedWords(columns, count, limit)
  const products = new Float64Array(limit)
  let joined = 0
  for (let tool = 0; tool < limit; tool++) {
    const others: number[] = []
    for (let at = tool === 0 ? 0 : (ends[tool - 1] as number); at < (ends[tool] as number); at++) {
      const term = terms[at] as number
      const weight = weights[term] as number
      for (let i = starts[term] as number; (tools[i] as number) < tool; i++) {
        if (((fields[i] as number) & strongFields) === 0) continue
        const other = tools[i] as number
        if (products[other] === 0) others.push(other)
        products[other] = (products[other] as number) + weight
      }
    }
    for (const other of others) {
      const least = familyCosine * Math.sqrt((lengths[tool] as number) * (lengths[other] as number))
      if ((products[other] as number) >= least && groups.join(tool, other)) joined++
      products[other] = 0
    }
  }
  return joined
}

interface ComparedWords {
  /** By tool: the square of the length of its vector. */
  readonly lengths: Float64Array
  /** By term: what two tools that have it gain in their product. */
  readonly weights: Float64Array
  /** By tool: where its terms end in `terms`. */
  readonly ends: Int32Array
  /** The terms that a tool shares with others, tool after tool. */
  readonly terms: Int32Array
}

function comparedWords({ starts, tools, fields }: ToolColumns, count: number, limit: number): ComparedWords {
  const lengths = new Float64Array(limit)
  const weights = new Float64Array(starts.length - 1)
  const ends = new Int32Array(limit)
  const having = (term: number): number => (starts[term + 1] as number) - (starts[term] as number)
  const isStrong = (entry: number): boolean => ((fields[entry] as number) & strongFields) !== 0
  for (let term = 0; term < weights.length; term++) {
    if (having(term) > commonWord) continue
    const weight = rarity(count, having(term)) ** 2
    weights[term] = weight
    for (let i = starts[term] as number; i < (starts[term + 1] as number); i++) {
      if (!isStrong(i)) continue
      const tool = tools[i] as number
      lengths[tool] = (lengths[tool] as number) + weight
      if (having(term) > 1) (ends[tool] as number)++
    }
  }
  for (let tool = 1; tool < limit; tool++) (ends[tool] as number) += ends[tool - 1] as number
  const terms = new Int32Array(ends[limit - 1] ?? 0)
  const next = Int32Array.from(ends, (_, tool) => (tool === 0 ? 0 : (ends[tool - 1] as number)))
  for (let term = 0; term < weights.length; term++) {
    if (having(term) > commonWord || having(term) < 2) continue
    for (let i = starts[term] as number; i < (starts[term + 1] as number); i++)
      if (isStrong(i)) terms[(next[tools[i] as number] as number)++] = term
  }
  return { lengths, weights, ends, terms }
}

/** Disjoint sets of numbers. */
class Groups {
  readonly #parents: Int32Array

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, i) => i)
  }

  of(member: number): number {
    const parents = this.#parents
    let one = member
    while (parents[one] !== one) {
      parents[one] = parents[parents[one] as number] as number
      one = parents[one] as number
    }
    return one
  }

  /** Returns whether they were in different groups. */
  join(one: number, other: number): boolean {
    const [a, b] = [this.of(one), this.of(other)]
    this.#parents[a] = b
    return a !== b
  }
}
