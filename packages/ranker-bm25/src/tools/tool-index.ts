import type { ToolDefinition } from '@lamella/core'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { bestTools } from './best-tools.ts'
import type { ToolHit, ToolIndex, ToolIndexOptions, ToolSearchOptions } from './contract.ts'
import { matchedWords } from './matched-words.ts'
import { checkIndexOptions, checkSearch } from './options.ts'
import { toolCollection } from './tool-collection.ts'
import { queryReader } from './tool-query.ts'
import { scoreTools } from './tool-scores.ts'
import { toolSynonyms } from './words.ts'

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
  const analyze = createAnalyzer(languages === undefined ? {} : { languages })
  const collection = toolCollection(analyze)
  const { postings } = collection
  const isKnown = (term: string): boolean => (postings.of(term)?.tools.length ?? 0) > 0
  const reader = queryReader(analyze, synonyms === false ? [] : [...toolSynonyms, ...synonyms], isKnown)

  const search = (text: string, request: ToolSearchOptions = {}): readonly ToolHit[] => {
    const { query, limit, filter } = checkSearch(text, request)
    const terms = reader.terms(query)
    const { scores, covered, evidence, found, total, highest, unit } = scoreTools(postings, terms)
    const exact = new Set<number>()
    for (const name of collection.named(query)) {
      const tool = postings.toolOf(name) as number
      exact.add(tool)
      scores[tool] = highest
    }
    const nameOf = (tool: number): string => postings.nameOf(tool)
    const allowed = filter === undefined ? found : found.filter((tool) => filter(nameOf(tool)))
    const fits = (tool: number): boolean =>
      exact.has(tool) ||
      (total > 0 && (covered[tool] as number) >= least.coverage * total) ||
      (evidence[tool] as number) >= least.evidence * unit
    if (!allowed.some(fits)) return []
    return bestTools(allowed, scores, nameOf, limit).map((tool) => ({
      name: postings.nameOf(tool),
      score: scores[tool] as number,
      why: {
        exact: exact.has(tool),
        coverage: total === 0 ? 0 : Math.min(1, (covered[tool] as number) / total),
        matched: matchedWords(postings, terms, tool),
      },
    }))
  }

  collection.add(tools)
  return Object.freeze({
    get size() {
      return postings.count
    },
    has: (name: string) => postings.toolOf(name) !== undefined,
    add: (given: ToolDefinition | readonly ToolDefinition[]) =>
      collection.add(Array.isArray(given) ? given : [given as ToolDefinition]),
    remove: (name: string) => collection.remove(name),
    search,
  })
}
