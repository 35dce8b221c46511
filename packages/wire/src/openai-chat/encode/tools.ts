import type { ToolDefinition } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText } from '../../shared/loss.ts'
import { maxTools } from '../limits.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatTool } from '../types.ts'
import type { EncodeState } from './state.ts'

/**
 * The tools of a request, in the order of the context.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS` above 128.
 */
export function encodeTools(state: EncodeState, tools: readonly ToolDefinition[]): OpenAIChatTool[] {
  if (tools.length > maxTools) {
    throw wireError(
      'WIRE_TOO_MANY_TOOLS',
      `OpenAI Chat takes at most ${maxTools} tools in a request, and here are ${tools.length}.`,
      'Leave out those that this turn does not need.',
      { tools: tools.length, limit: maxTools },
    )
  }
  state.list = 'tools'
  return tools.map((tool, index) => {
    state.index = index
    return encodeTool(state, tool)
  })
}

function encodeTool(state: EncodeState, tool: ToolDefinition): OpenAIChatTool {
  const fields = readFields(state, tool.providerOptions, ['strict', 'extra'])
  const definition: OpenAIChatTool['function'] = {
    name: state.names.toWire(tool.name),
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    parameters: parametersOf(cleanJson(state, tool.inputSchema)),
    ...(typeof fields.strict === 'boolean' && { strict: fields.strict }),
  }
  return withExtra(state, { type: 'function', function: definition }, fields)
}

/**
 * A schema of arguments as the API takes it: with `type` and `properties` at the top, even for a tool without any.
 * Source: "object schema missing properties" (evalstate/fast-agent#143, spring-projects/spring-ai#4776) and "got 'type:
 * null'" (farion1231/cc-switch#5490), both 400.
 */
function parametersOf(schema: Readonly<Record<string, unknown>>): OpenAIChatTool['function']['parameters'] {
  if (schema['type'] !== undefined && schema['properties'] !== undefined) return schema
  return { type: 'object', properties: {}, ...schema }
}
