import { strongFields } from './tool-columns.ts'
import type { TermRange, ToolPostings } from './tool-postings.ts'

/** A term of a query, with the words that mean the same. */
export interface QueryTerm {
  readonly term: string
  readonly count: number
  readonly synonyms: readonly string[]
  /** How much it counts in coverage and evidence, 0 to 1. */
  readonly information: number
}

/** What each tool shares with a query, by its number; and what the query has in total. */
export interface ToolScores {
  readonly scores: Float64Array
  /** Information of the query that the tool contains. */
  readonly covered: Float64Array
  /** The same, weighted by how much the tool is about it. */
  readonly evidence: Float64Array
  /** The tools with a score, in no particular order. */
  readonly found: readonly number[]
  /** The information of the query, words that no tool contains included. */
  readonly total: number
  /** The highest score that any tool could have. */
  readonly highest: number
  /** The information of a word that no tool contains. */
  readonly unit: number
}

const k1 = 1.2
/** How much a repeated word of the query counts: the `k3` of BM25. */
const k3 = 1
/** What a tool gets for a word that means the same, of what it would get for the word itself. */
const synonymScore = 0.5
const synonymCoverage = 0.7
/** What a tool covers of a word that only the descriptions of its parameters contain. */
const weakCoverage = 0.5

/** The score of a term's frequency: at most `k1 + 1`. */
const saturated = (frequency: number): number => (frequency * (k1 + 1)) / (frequency + k1)

/** Lucene's inverse document frequency, which is never negative. */
const rarity = (count: number, having: number): number => Math.log(1 + (count - having + 0.5) / (having + 0.5))

/** Numbers by tool, all 0 between searches: clearing the used ones is cheaper than allocating lists. */
interface Lists {
  readonly scores: Float64Array
  readonly covered: Float64Array
  readonly evidence: Float64Array
  /** What the current term adds: the best of its words counts, not the sum of them. */
  readonly best: Float64Array
  readonly covers: Float64Array
}

function newLists(size: number): Lists {
  const list = (): Float64Array => new Float64Array(size)
  return { scores: list(), covered: list(), evidence: list(), best: list(), covers: list() }
}

/** Scores the tools for queries, one query at a time. */
export interface ToolScorer {
  /**
   * Scores all tools by BM25F, times one plus the share of the query that they cover: of two tools, that with both words of a
   * query is better than that with one of them twice. The lists that `use` gets are cleared when it returns.
   */
  score<Result>(query: readonly QueryTerm[], use: (scores: ToolScores) => Result): Result
}

export function toolScorer(postings: ToolPostings): ToolScorer {
  let spare: Lists | undefined
  return {
    score: (query, use) => {
      // A search within `use`, such as one in a filter, gets lists of its own.
      const lists = spare !== undefined && spare.scores.length >= postings.limit ? spare : newLists(postings.limit)
      spare = undefined
      const scores = scoreTools(postings, query, lists)
      try {
        return use(scores)
      } finally {
        for (const tool of scores.found)
          for (const list of [lists.scores, lists.covered, lists.evidence]) list[tool] = 0
        spare = lists
      }
    },
  }
}

function scoreTools(postings: ToolPostings, query: readonly QueryTerm[], lists: Lists): ToolScores {
  const { count, columns } = postings
  const { tools, frequencies, fields } = columns
  const { scores, covered, evidence, best, covers } = lists
  const found: number[] = []
  let [total, highest] = [0, 0]
  for (const { term, count: repeated, synonyms, information: share } of query) {
    const own = postings.of(term)
    const idf = rarity(count, own.end - own.start)
    const weight = (idf * repeated * (k3 + 1)) / (repeated + k3)
    const information = weight * share
    total += information
    highest += weight * (k1 + 1)
    const touched: number[] = []
    const collect = ({ start, end }: TermRange, part: number, most: number): void => {
      for (let i = start; i < end; i++) {
        const tool = tools[i] as number
        const score = part * saturated(frequencies[i] as number)
        const cover = ((fields[i] as number) & strongFields) === 0 ? weakCoverage * most : most
        if (best[tool] === 0) touched.push(tool)
        if (score > (best[tool] as number)) best[tool] = score
        if (cover > (covers[tool] as number)) covers[tool] = cover
      }
    }
    collect(own, 1, 1)
    for (const synonym of synonyms) {
      const range = postings.of(synonym)
      const having = range.end - range.start
      if (having > 0) collect(range, synonymScore * Math.min(1, rarity(count, having) / idf), synonymCoverage)
    }
    for (const tool of touched) {
      if (scores[tool] === 0) found.push(tool)
      scores[tool] = (scores[tool] as number) + weight * (best[tool] as number)
      covered[tool] = (covered[tool] as number) + information * (covers[tool] as number)
      evidence[tool] = (evidence[tool] as number) + information * (best[tool] as number)
      best[tool] = 0
      covers[tool] = 0
    }
  }
  for (const tool of found)
    scores[tool] = (scores[tool] as number) * (1 + (total === 0 ? 0 : (covered[tool] as number) / total))
  return { scores, covered, evidence, found, total, highest: 2 * highest, unit: rarity(count, 0) }
}
