import type { ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { flatCustomTool } from '../../openai/custom-tool.ts'
import { maxTools } from '../../openai/limits.ts'
import { objectSchema } from '../../openai/tool-schema.ts'
import { wireError } from '../../shared/errors.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIResponsesFunction, OpenAIResponsesTool } from '../types.ts'
import type { EncodeState } from './state.ts'

/**
 * The tools of a request, in the order of the context.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS` above 128, `TOOL_SCHEMA_INVALID`
 */
export function encodeTools(state: EncodeState, tools: readonly ToolDefinition[]): OpenAIResponsesTool[] {
  if (tools.length > maxTools) {
    throw wireError(
      'WIRE_TOO_MANY_TOOLS',
      `OpenAI Responses takes at most ${maxTools} tools in a request, and here are ${tools.length}.`,
      'Leave out those that this turn does not need.',
      { tools: tools.length, limit: maxTools },
    )
  }
  state.list = 'tools'
  const wire: OpenAIResponsesTool[] = []
  for (const [index, tool] of tools.entries()) {
    state.index = index
    const encoded = encodeTool(state, tool)
    if (encoded !== undefined) wire.push(encoded)
  }
  return wire
}

function encodeTool(state: EncodeState, tool: ToolDefinition): OpenAIResponsesTool | undefined {
  const own = providerToolOf(tool)
  if (own === undefined) return encodeFunction(state, tool)
  const custom = own.provider === 'openai' ? flatCustomTool(own.tool) : undefined
  if (custom !== undefined) return { ...cleanJson(state, custom), type: 'custom', name: state.names.toWire(tool.name) }
  const { type } = own.tool
  if (own.provider === 'openai' && typeof type === 'string' && type !== 'function' && type !== 'custom') {
    // Its type is any type there is: see `OpenAIResponsesHostedTool`.
    return cleanJson(state, own.tool) as unknown as OpenAIResponsesTool
  }
  loseProviderTool(state, tool, 'OpenAI Responses')
  return undefined
}

/**
 * A function. `strict` is always written: the API's own default is to take a schema as strict where it can, and to make
 * every field required then. Source: OpenAI, "Function calling", "Strict mode": "Responses requests will attempt to
 * normalize your schema into strict mode"; schema `FunctionTool`, where it is required.
 */
function encodeFunction(state: EncodeState, tool: ToolDefinition): OpenAIResponsesFunction {
  const schema = cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name))
  const { strict, itemExtra } = readFields(state, tool.providerOptions, ['strict', 'itemExtra'])
  const wire: OpenAIResponsesFunction = {
    type: 'function',
    name: state.names.toWire(tool.name),
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    parameters: objectSchema(state, schema),
    strict: strict === true || strict === null ? strict : false,
  }
  return withExtra(state, wire, itemExtra)
}
