import type { ToolDefinition } from '@lamella/core'
import { bestTools } from './best-tools.ts'
import type { ToolHit, ToolIndex, ToolIndexOptions, ToolSearchOptions } from './contract.ts'
import { matchedWords } from './matched-words.ts'
import { checkIndexOptions, checkSearch } from './options.ts'
import { ToolPostings } from './tool-postings.ts'
import { queryReader } from './tool-query.ts'
import { type ToolScores, toolScorer } from './tool-scores.ts'
import { vocabularyOf } from './vocabulary.ts'

/**
 * Creates an index that finds the tools for a task by their names, descriptions, parameters and values. It returns nothing if
 * nothing fits, and depends only on the tools that it has, not on their order or on earlier changes.
 *
 * @throws LamellaError `OPTION_INVALID`, `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID`
 * @example
 * const index = toolIndex([
 *   { name: 'github__create_issue', description: 'Create an issue.', inputSchema: { type: 'object' } },
 *   { name: 'slack__send_message', description: 'Send a message.', inputSchema: { type: 'object' } },
 * ])
 * index.search('make a ticket')[0]?.name // 'github__create_issue'
 * index.search('water the plants') // []
 */
export function toolIndex(tools: readonly ToolDefinition[] = [], options: ToolIndexOptions = {}): ToolIndex {
  const { languages, synonyms = [], least } = checkIndexOptions(options)
  const vocabulary = vocabularyOf(languages)
  const postings = new ToolPostings(vocabulary)
  const scorer = toolScorer(postings)
  const isKnown = (term: string): boolean => {
    const { start, end } = postings.of(term)
    return end > start
  }
  const reader = queryReader(vocabulary, synonyms, isKnown)

  const search = (text: string, request: ToolSearchOptions = {}): readonly ToolHit[] => {
    const { query, limit, filter } = checkSearch(text, request)
    const terms = reader.terms(query)
    const best = ({ scores, covered, evidence, found, total, highest, unit }: ToolScores): readonly ToolHit[] => {
      const exact = new Set(postings.named(query))
      const scoreOf = (tool: number): number => (exact.has(tool) ? highest : (scores[tool] as number))
      const nameOf = (tool: number): string => postings.nameOf(tool)
      const allowed = filter === undefined ? found : found.filter((tool) => filter(nameOf(tool)))
      const fits = (tool: number): boolean =>
        exact.has(tool) ||
        (total > 0 && (covered[tool] as number) >= least.coverage * total) ||
        (evidence[tool] as number) >= least.evidence * unit
      if (!allowed.some(fits)) return []
      return bestTools(allowed, scoreOf, nameOf, limit).map((tool) => ({
        name: nameOf(tool),
        score: scoreOf(tool),
        why: {
          exact: exact.has(tool),
          coverage: total === 0 ? 0 : Math.min(1, (covered[tool] as number) / total),
          matched: matchedWords(postings, terms, tool),
        },
      }))
    }
    return scorer.score(terms, best)
  }

  postings.add(tools)
  return Object.freeze({
    get size() {
      return postings.count
    },
    has: (name: string) => postings.has(name),
    add: (given: ToolDefinition | readonly ToolDefinition[]) =>
      postings.add(Array.isArray(given) ? given : [given as ToolDefinition]),
    remove: (name: string) => postings.remove(name),
    search,
  })
}
