import type { MatchedWord } from './contract.ts'
import { toolFields } from './read-tool.ts'
import type { ToolPostings } from './tool-postings.ts'
import type { QueryTerm } from './tool-scores.ts'

/** Returns the words of a query that a tool contains, in the order of the query. */
export function matchedWords(
  postings: ToolPostings,
  query: readonly QueryTerm[],
  tool: number,
): readonly MatchedWord[] {
  return query.flatMap(({ term, others }) => {
    const own = fieldsOf(postings, term, tool)
    if (own !== 0) return [{ word: term, in: namesOf(own) }]
    const other = others.find((one) => fieldsOf(postings, one.term, tool) !== 0)
    return other === undefined
      ? []
      : [{ word: term, as: other.term, in: namesOf(fieldsOf(postings, other.term, tool)) }]
  })
}

function fieldsOf(postings: ToolPostings, term: string, tool: number): number {
  const { start, end } = postings.of(term)
  const { tools, fields } = postings.columns
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tools[middle] as number) < tool) low = middle + 1
    else high = middle
  }
  return low < end && tools[low] === tool ? (fields[low] as number) : 0
}

function namesOf(fields: number): MatchedWord['in'] {
  return toolFields.filter((_, place) => (fields & (1 << place)) !== 0)
}
