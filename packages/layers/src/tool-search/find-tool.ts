import type { ReadyTool, Scope } from '@lamella/core'
import { answer, jsonSchemaOf, readyTool } from '@lamella/core/plugin'
import type { SearchableTool, ToolSearchOptions } from './contract.ts'
import { callToolName, findToolName, type KnownTools } from './known-tools.ts'

const nothing =
  'No tool fits. Search once more with other words for the same task, or go on without a tool; do not use one that does something else.'

/** Finds tools for a scope: only those that it may use. */
export function findIn(
  { index, limit = 5 }: ToolSearchOptions,
  known: KnownTools,
  query: string,
  scope: Scope | undefined,
  most: number = limit,
): readonly SearchableTool[] {
  const filter = (name: string): boolean => known.get(name, scope) !== undefined
  // An index may know tools that the host no longer has, and may ignore the filter.
  return index.search(query, { limit: most, filter }).flatMap(({ name }) => known.get(name, scope) ?? [])
}

/** Makes the tool with which a model finds others. Its answer is JSON, so that no description can pass for another tool. */
export function makeFindTool(options: ToolSearchOptions, known: KnownTools): ReadyTool {
  const { maxCharacters = 12_000, onError } = options
  return readyTool({
    name: findToolName,
    description:
      'Finds further tools by what they do. Search with an action and its object, and the service if there is one: "create issue", "github list pull requests". ' +
      `The answer lists them with their parameters. Call one directly once it is among your tools, and through ${callToolName} otherwise.`,
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 1_000, description: 'What the tool must do, in a few words.' },
    },
    required: ['query'],
    onError,
    run: (input, { scope = options.scope }) => {
      const found = findIn(options, known, String(input.get('query')), scope)
      if (found.length === 0) return answer(nothing)
      const items: string[] = []
      let used = 0
      for (const tool of found) {
        const item = JSON.stringify(shown(tool))
        if (items.length > 0 && used + item.length > maxCharacters) break
        items.push(item)
        used += item.length + 1
      }
      const left = found.length - items.length
      return answer(`{"tools":[\n${items.join(',\n')}\n]${left === 0 ? '' : `,"more":${left}`}}`)
    },
  })
}

function shown({ name, description = '', inputSchema }: SearchableTool): object {
  return { name, description, parameters: jsonSchemaOf(inputSchema, name) }
}
