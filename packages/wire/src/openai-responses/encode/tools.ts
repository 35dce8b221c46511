import type { ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { flatCustomTool } from '../../openai/custom-tool.ts'
import { openaiStrict } from '../../openai/strict-rules.ts'
import { objectSchema } from '../../openai/tool-schema.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { strictSchema } from '../../shared/schema/strict.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIResponsesFunction, OpenAIResponsesTool } from '../types.ts'
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
