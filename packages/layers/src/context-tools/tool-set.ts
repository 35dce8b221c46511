import { LamellaError, type ToolDefinition } from '@lamella/core'
import { type ReadyTool, refusal, type ToolAnswer, type ToolCallOptions, unknownName } from '@lamella/store'

/** Tools for a model, and their executors. */
export interface ToolSet {
  /** The tools for a request, the same objects each time. */
  readonly definitions: readonly ToolDefinition[]
  /** The tools by name, as `generateText` of the AI SDK takes them. */
  readonly tools: Readonly<Record<string, ReadyTool>>
  /** Whether this is the name of one of the tools. */
  has(name: string): boolean
  /** Runs a call of the model by the tool's name. Never rejects: an unknown name is an `error-text` too. */
  handle(name: string, input: unknown, options?: ToolCallOptions): Promise<ToolAnswer>
}

/**
 * Joins tools to a set.
 *
 * @throws LamellaError `OPTION_INVALID` when two have the same name
 */
export function toolSet(list: readonly ReadyTool[]): ToolSet {
  const byName = new Map<string, ReadyTool>()
  for (const tool of list) {
    if (byName.has(tool.name)) throw twice(tool.name)
    byName.set(tool.name, tool)
  }
  const definitions = list.map(({ name, description, inputSchema }) =>
    Object.freeze({ name, description, inputSchema }),
  )
  return Object.freeze({
    definitions: Object.freeze(definitions),
    tools: Object.freeze(Object.fromEntries(byName)),
    has: (name: string) => byName.has(name),
    handle: async (name: string, input: unknown, options?: ToolCallOptions): Promise<ToolAnswer> => {
      const tool = byName.get(name)
      if (tool !== undefined) return tool.execute(input, options)
      return refusal(unknownName('There is no tool', String(name), [...byName.keys()]))
    },
  })
}

function twice(name: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `tools: two tools have the name '${name}'.`,
    fix: 'Leave one of them out, or rename it.',
    details: { what: 'tools', option: name },
  })
}
