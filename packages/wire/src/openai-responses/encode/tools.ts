import type { Parameters, ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { flatCustomTool } from '../../openai/custom-tool.ts'
import { objectSchema, openaiStrict } from '../../openai/tool-schema.ts'
import { checkParameter } from '../../shared/check-parameter.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { strictSchema } from '../../shared/schema/strict.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import { namesOf } from '../request-fields.ts'
import type { OpenAIResponsesFunction, OpenAIResponsesTool, OpenAIResponsesToolChoice } from '../types.ts'
import { type ResponsesState, title } from './state.ts'

/**
 * Writes one tool.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID`
 */
export function encodeTool(state: ResponsesState, tool: ToolDefinition): OpenAIResponsesTool | undefined {
  const own = providerToolOf(tool)
  if (own === undefined) return encodeFunction(state, tool)
  const custom = own.provider === 'openai' ? flatCustomTool(own.tool) : undefined
  if (custom !== undefined)
    return { ...cleanJson(state, custom), type: 'custom', name: state.base.names.toWire(state, tool.name) }
  const { type } = own.tool
  if (own.provider === 'openai' && typeof type === 'string' && type !== 'function' && type !== 'custom') {
    // Its type can be any type: see `OpenAIResponsesHostedTool`.
    return cleanJson(state, own.tool) as unknown as OpenAIResponsesTool
  }
  return void loseProviderTool(state, tool, title)
}

/**
 * Writes a function. `strict` is always written: by default, the API makes a schema strict where it can, and then makes
 * every field required. Source: OpenAI, "Function calling", "Strict mode": "Responses requests will attempt to
 * normalize your schema into strict mode"; schema `FunctionTool`, where it is required.
 */
function encodeFunction(state: ResponsesState, tool: ToolDefinition): OpenAIResponsesFunction {
  const schema = cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name))
  const { strict, itemExtra } = readFields(state, tool.providerOptions, ['strict', 'itemExtra'])
  const plain = objectSchema(state, schema)
  const asStrict = strict === true ? strictSchema(state, plain, openaiStrict) : undefined
  const wire: OpenAIResponsesFunction = {
    type: 'function',
    name: state.base.names.toWire(state, tool.name),
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    parameters: asStrict ?? plain,
    strict: strict === null ? strict : asStrict !== undefined,
  }
  return withExtra(state, wire, itemExtra)
}

/**
 * Writes the tool choice. Leaves it out if there are no tools (OR-TOOL-CHOICE), which is a loss if it requires a call.
 * A provider tool is chosen by its type.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a tool that is not in the list of tools.
 */
export function encodeToolChoice(
  state: ResponsesState,
  choice: Parameters['toolChoice'],
  tools: readonly ToolDefinition[],
  wireTools: readonly OpenAIResponsesTool[],
): OpenAIResponsesToolChoice | undefined {
  if (choice === undefined) return undefined
  if (wireTools.length === 0 && !state.run.inputFacts.tools) {
    if (choice !== 'auto' && choice !== 'none') {
      lose(state, 'tool-choice', 'The tool choice is left out: there are no tools.')
    }
    return undefined
  }
  if (typeof choice === 'string') return choice
  const tool = tools.find(({ name }) => name === choice.toolName)
  const own = tool === undefined ? undefined : providerToolOf(tool)
  const isOurs = own === undefined || own.provider === 'openai'
  const isThere = tool === undefined ? state.run.inputFacts.tools || namesOf(wireTools).has(choice.toolName) : isOurs
  checkParameter('OpenAI Responses', 'toolChoice', choice, isThere, 'the name of one of the tools')
  return own === undefined
    ? { type: 'function', name: state.base.names.toWire(state, choice.toolName) }
    : choiceOf(state, own.tool, choice.toolName)
}

function choiceOf(
  state: ResponsesState,
  { type, server_label }: UnknownRecord,
  name: string,
): OpenAIResponsesToolChoice {
  if (type === 'custom') return { type: 'custom', name: state.base.names.toWire(state, name) }
  if (type === 'mcp' && typeof server_label === 'string') return { type: 'mcp', server_label }
  return { type } as OpenAIResponsesToolChoice
}
