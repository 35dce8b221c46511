import type { BuiltContext, ToolDefinition } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import type { Format } from './encoders.ts'

type Tools = ReadonlyMap<string, unknown>

/**
 * Checks that a model that reads the tools of a request and the changes that are told in its messages has the tools that
 * it should have, and that nothing is added or removed twice.
 *
 * @throws Error that names what is wrong
 */
export function judgeTools(
  { tools, messages }: Pick<BuiltContext, 'tools' | 'messages'>,
  wanted: readonly ToolDefinition[],
): void {
  const has = new Map<string, unknown>(tools.map((tool) => [tool.name, definition(tool)]))
  for (const message of messages) {
    const { added = [], removed = [] } = updateMark(message)?.tools ?? {}
    for (const name of removed) if (!has.delete(name)) throw new Error(`Removes ${name}, which the model does not have`)
    for (const tool of added) {
      if (has.has(tool.name)) throw new Error(`Adds ${tool.name}, which the model has`)
      has.set(tool.name, definition(tool))
    }
  }
  mustBe(has, new Map(wanted.map((tool) => [tool.name, definition(tool)])), 'the context')
}

/** Checks the same of what is sent to a provider. */
export function judgeSentTools(format: Format, request: object, wanted: readonly ToolDefinition[]): void {
  const has = new Map(listOf(format, request).map((tool) => [tool.name, described(tool)]))
  const known = new Map(has)
  const { messages = [] } = request as { readonly messages?: readonly { role: string; content: unknown }[] }
  for (const { role, content } of messages) {
    if (format !== 'anthropic' || role !== 'system' || !Array.isArray(content)) continue
    for (const { type, tool } of content as readonly ToolBlock[]) {
      const { definition: inFull, name = inFull?.name ?? '' } = tool
      if (type === 'tool_removal') has.delete(name)
      if (type !== 'tool_addition') continue
      if (inFull) known.set(name, described(inFull))
      // A reference adds the tool as it was last defined.
      has.set(name, known.get(name) ?? '')
    }
  }
  const { input = [] } = request as { readonly input?: readonly { type?: string; tools?: readonly Named[] }[] }
  for (const { type, tools = [] } of input) {
    if (type === 'additional_tools') for (const tool of tools) has.set(tool.name, described(tool))
  }
  mustBe(has, new Map(wanted.map((tool) => [tool.name, described(tool)])), format)
}

interface ToolBlock {
  readonly type: string
  readonly tool: { readonly name?: string; readonly definition?: Named }
}

interface Named {
  readonly name: string
  readonly description?: string
}

const definition = ({ name, description, inputSchema }: ToolDefinition): string =>
  JSON.stringify([name, description, inputSchema])
const described = ({ description = '' }: Named): string => description

function listOf(format: Format, request: object): readonly Named[] {
  const { tools = [], toolConfig } = request as {
    readonly tools?: readonly { function: Named; functionDeclarations: readonly Named[] }[]
    readonly toolConfig?: { readonly tools: readonly { readonly toolSpec: Named }[] }
  }
  switch (format) {
    case 'openai-chat':
      return tools.map((tool) => tool.function)
    case 'gemini':
      return tools.flatMap(({ functionDeclarations }) => functionDeclarations)
    case 'bedrock-converse':
      return toolConfig?.tools.flatMap(({ toolSpec = [] }) => toolSpec) ?? []
    default:
      return tools as unknown as readonly Named[]
  }
}

function mustBe(has: Tools, wanted: Tools, where: string): void {
  const [one, other] = [has, wanted].map((tools) => JSON.stringify([...tools].sort()))
  if (one !== other) throw new Error(`By ${where}, the model has the tools ${one}, and should have ${other}`)
}
