import type { ToolDefinition } from '@lamella/core'
import { bestTools } from './best-tools.ts'
import type { ToolHit, ToolIndex, ToolIndexOptions, ToolSearchOptions } from './contract.ts'
import { matchedWords } from './matched-words.ts'
import { checkIndexOptions, checkSearch } from './options.ts'
import { ToolPostings } from './tool-postings.ts'
import { queryReader } from './tool-query.ts'
import { toolScorer } from './tool-scores.ts'
import { vocabularyOf } from './vocabulary.ts'

/** What a tool must share with a query in all, and in evidence alone unless the query has nothing else. */
const leastFit = { sum: 1.5, evidence: 1.1 } as const

/**
 * One word in a sentence proves nothing, however rare it is: "Call it a day". Both limits come from the even positions of
 * MetaTool's questions and 460 questions that no tool answers, on catalogs of 20 to 1,000 tools (2026-11).
 */
function fits({ coverage, evidence }: Pick<ToolHit['why'], 'coverage' | 'evidence'>, hasOtherWords: boolean): boolean {
  return evidence + coverage >= leastFit.sum && (evidence >= leastFit.evidence || !hasOtherWords)
}

/**
 * Creates an index that finds the tools for a task by their names, descriptions, parameters and values. A hit says whether it
 * is `confident`: if none is, no tool surely fits, and the hits are the nearest. The index depends only on the tools that it
 * has, not on their order or on earlier changes. It finds skills, too: give each an empty `inputSchema`.
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
  const { languages, synonyms = [] } = checkIndexOptions(options)
  const vocabulary = vocabularyOf(languages)
  const postings = new ToolPostings(vocabulary)
  const score = toolScorer(postings)
  const isKnown = (term: string): boolean => {
    const { start, end } = postings.of(term)
    return end > start
  }
  const read = queryReader(vocabulary, synonyms, isKnown)

  const search = (text: string, request: ToolSearchOptions = {}): readonly ToolHit[] => {
    const { query, limit, filter } = checkSearch(text, request)
    const { terms, hasOtherWords } = read(query)
    return score(terms, ({ scores, coverage, evidence, found, highest }) => {
      const exact = new Set(postings.named(query))
      const scoreOf = (tool: number): number => (exact.has(tool) ? highest : (scores[tool] as number))
      const nameOf = (tool: number): string => postings.nameOf(tool)
      const allowed = filter === undefined ? found : found.filter((tool) => filter(nameOf(tool)))
      return bestTools(allowed, scoreOf, nameOf, limit).map((tool): ToolHit => {
        const fit = { coverage: coverage[tool] as number, evidence: evidence[tool] as number }
        return {
          name: nameOf(tool),
          confident: exact.has(tool) || fits(fit, hasOtherWords),
          score: scoreOf(tool),
          why: { exact: exact.has(tool), ...fit, matched: matchedWords(postings, terms, tool) },
        }
      })
    })
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
