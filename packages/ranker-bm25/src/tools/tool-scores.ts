import { rarity, strongFields } from './tool-columns.ts'
import type { TermRange, ToolPostings } from './tool-postings.ts'

/** A word that a tool may have in place of a query's: one that means the same, or begins alike. */
export interface OtherWord {
  readonly term: string
  /** What a tool scores for it, of what it would score for the word itself. */
  readonly score: number
  /** What a tool covers of the word by having this one, 0 to 1. */
  readonly cover: number
}

/** A term of a query, with the words that may be in its place. */
export interface QueryTerm {
  readonly term: string
  readonly count: number
  /** How much of a word it is, more than 0 and at most 1: terms of scripts without spaces overlap. */
  readonly word: number
  readonly others: readonly OtherWord[]
}

/** What each tool shares with a query, by its number; and what the query has in total. */
interface ToolScores {
  readonly scores: Float64Array
  /** The share of the query's information that the tool contains, 0 to 1, as far as it is about it. */
  readonly coverage: Float64Array
  /**
   * How surprising it is to find these words in one tool: a word that `d` of `F` families have is in a given one by chance with
   * probability `d / F`, words that meet multiply, and 1 is what one of `F` families has by chance.
   */
  readonly evidence: Float64Array
  /** The tools with a score, in no particular order. */
  readonly found: readonly number[]
  /** The highest score that any tool could have. */
  readonly highest: number
}

const k1 = 1.8
/** How much a repeated word of the query counts: the `k3` of BM25. */
const k3 = 1
/** What a tool covers of a word that only the descriptions of its parameters contain. */
const weakCoverage = 0.5

/** The score of a term's frequency: at most `k1 + 1`. */
const saturated = (frequency: number): number => (frequency * (k1 + 1)) / (frequency + k1)

/** Numbers by tool, all 0 between searches: clearing the used ones is cheaper than allocating lists. */
interface Lists {
  readonly scores: Float64Array
  /** Information of the query that the tool contains, however little it is about it. */
  readonly shared: Float64Array
  readonly coverage: Float64Array
  readonly evidence: Float64Array
  /** What the current term adds: the best of its words counts, not the sum of them. */
  readonly best: Float64Array
  readonly covers: Float64Array
}

function newLists(size: number): Lists {
  const list = (): Float64Array => new Float64Array(size)
  return { scores: list(), shared: list(), coverage: list(), evidence: list(), best: list(), covers: list() }
}

/**
 * Scores all tools by BM25F, times one plus the share of the query that they cover: of two tools, that with both words of a
 * query is better than that with one of them twice. The lists that `use` gets are cleared when it returns.
 */
type ScoreTools = <Result>(query: readonly QueryTerm[], use: (scores: ToolScores) => Result) => Result

export function toolScorer(postings: ToolPostings): ScoreTools {
  let spare: Lists | undefined
  return (query, use) => {
    // A search within `use`, such as one in a filter, gets lists of its own.
    const lists = spare !== undefined && spare.scores.length >= postings.limit ? spare : newLists(postings.limit)
    spare = undefined
    const scores = scoreTools(postings, query, lists)
    try {
      return use(scores)
    } finally {
      for (const tool of scores.found)
        for (const list of [lists.scores, lists.shared, lists.coverage, lists.evidence]) list[tool] = 0
      spare = lists
    }
  }
}

function scoreTools(postings: ToolPostings, query: readonly QueryTerm[], lists: Lists): ToolScores {
  const { count, columns, families } = postings
  const { tools, frequencies, fields } = columns
  const { scores, shared, coverage, evidence, best, covers } = lists
  const chance = Math.log(families.count + 1)
  const found: number[] = []
  let [total, highest] = [0, 0]
  for (const { term, count: repeated, word, others } of query) {
    const own = postings.of(term)
    const idf = rarity(count, own.end - own.start)
    const weight = (idf * repeated * (k3 + 1)) / (repeated + k3)
    const surprise = word * (1 - Math.log(Math.max(1, own.families)) / chance)
    total += weight
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
    for (const other of others) {
      const range = postings.of(other.term)
      const having = range.end - range.start
      if (having > 0) collect(range, other.score * Math.min(1, rarity(count, having) / idf), other.cover)
    }
    for (const tool of touched) {
      if (scores[tool] === 0) found.push(tool)
      // A word deep in a long description says less than one of a few.
      const cover = Math.min(best[tool] as number, covers[tool] as number)
      scores[tool] = (scores[tool] as number) + weight * (best[tool] as number)
      shared[tool] = (shared[tool] as number) + weight * (covers[tool] as number)
      coverage[tool] = (coverage[tool] as number) + weight * cover
      evidence[tool] = (evidence[tool] as number) + surprise * cover
      best[tool] = 0
      covers[tool] = 0
    }
  }
  for (const tool of found) {
    coverage[tool] = (coverage[tool] as number) / total
    scores[tool] = (scores[tool] as number) * (1 + (shared[tool] as number) / total)
  }
  return { scores, coverage, evidence, found, highest: 2 * highest }
}
