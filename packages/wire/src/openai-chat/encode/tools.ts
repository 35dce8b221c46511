import type { ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { nestedCustomTool } from '../../openai/custom-tool.ts'
import { objectSchema, openaiStrict } from '../../openai/tool-schema.ts'
import { checkParameter } from '../../shared/check-parameter.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { strictSchema } from '../../shared/schema/strict.ts'
import { readFields, withExtra } from '../fields.ts'
import type { OpenAIChatFunction, OpenAIChatTool, OpenAIChatToolChoice } from '../types.ts'
import { type ChatState, title } from './state.ts'

/**
 * Writes one tool. Besides functions, the only kind is the custom tool, whose input is text.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID` for a schema object that provides no JSON Schema.
 */
export function encodeTool(state: ChatState, tool: ToolDefinition): OpenAIChatTool | undefined {
  const own = providerToolOf(tool)
  if (own === undefined) return encodeFunction(state, tool)
  const custom = own.provider === 'openai' ? nestedCustomTool(own.tool) : undefined
  if (custom !== undefined) return cleanJson(state, custom)
  return void loseProviderTool(state, tool, title)
}

function encodeFunction(state: ChatState, tool: ToolDefinition): OpenAIChatTool {
  const schema = cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name))
  const fields = readFields(state, tool.providerOptions, ['strict', 'extra'])
  const plain = objectSchema(state, schema)
  const strict = fields.strict === true ? strictSchema(state, plain, openaiStrict) : undefined
  const definition: OpenAIChatFunction = {
    name: state.base.names.toWire(state, tool.name),
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    parameters: strict ?? plain,
    ...(typeof fields.strict === 'boolean' && { strict: strict !== undefined }),
  }
  return withExtra(state, { type: 'function', function: definition }, fields)
}

/**
 * Writes the tool choice. Leaves it out if there are no tools (OC-TOOL-CHOICE), which is a loss if it requires a call.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a tool that is not in the list of tools.
 */
export function encodeToolChoice(state: ChatState, tools: readonly OpenAIChatTool[]): OpenAIChatToolChoice | undefined {
  const { toolChoice: choice } = state.base.parameters
  if (choice === undefined) return undefined
  if (tools.length === 0) {
    if (choice !== 'auto' && choice !== 'none')
      lose(state, 'tool-choice', 'The tool choice is left out: there are no tools.')
    return undefined
  }
  if (typeof choice === 'string') return choice
  const name = state.base.names.toWire(state, choice.toolName)
  const isThere = tools.some((tool) => tool.type === 'function' && tool.function.name === name)
  checkParameter(title, 'toolChoice', choice, isThere, 'the name of one of the tools')
  return { type: 'function', function: { name } }
}
