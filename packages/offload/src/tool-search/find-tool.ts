import type { Scope } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { answer, type ReadyTool, readyTool } from '@lamella/store'
import { type Found, foundItems, foundJson } from '@lamella/store/search'
import type { SearchableTool, ToolSearchOptions } from './contract.ts'
import { callToolName, findToolName, type KnownTools } from './known-tools.ts'

const nothing =
  'No tool fits. Search once more with other words for the same task, or go on without a tool; do not use one that does something else.'
const advice =
  'No tool surely fits. If one of the nearest does what you need, search for its name to see its parameters. Otherwise search once more with other words for the same task, or go on without a tool.'

/** Finds tools for a scope: only those that it may use. */
export function findIn(
  { index, limit = 5 }: ToolSearchOptions,
  known: KnownTools,
  query: string,
  scope: Scope | undefined,
  most: number = limit,
): readonly Found<SearchableTool>[] {
  const get = (name: string): SearchableTool | undefined => known(name, scope)
  // An index may ignore the filter.
  return foundItems(index.search(query, { limit: most, filter: (name) => get(name) !== undefined }), get)
}

/** Makes the tool with which a model finds others. Its answer is JSON, so that no description can pass for another tool. */
export function makeFindTool(options: ToolSearchOptions, known: KnownTools): ReadyTool {
  const { maxCharacters = 12_000, onError } = options
  return readyTool({
    name: findToolName,
    description:
      'Finds further tools by what they do. Search with an action and its object, and the service if there is one: "create issue", "github list pull requests". ' +
      `The answer lists those that fit with their parameters, and the nearest by name; search for a name to see its parameters. Call a tool directly once it is among your tools, and through ${callToolName} otherwise.`,
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 1_000, description: 'What the tool must do, in a few words.' },
    },
    required: ['query'],
    onError,
    run: (input, { scope = options.scope }) => {
      const found = findIn(options, known, String(input.get('query')), scope)
      if (found.length === 0) return answer(nothing)
      return answer(foundJson(found, { key: 'tools', advice, maxCharacters, show: shown }))
    },
  })
}

function shown({ name, description = '', inputSchema }: SearchableTool): object {
  return { name, description, parameters: jsonSchemaOf(inputSchema, name) }
}
