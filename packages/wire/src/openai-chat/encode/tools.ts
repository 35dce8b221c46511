import type { ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { nestedCustomTool } from '../../openai/custom-tool.ts'
import { maxTools } from '../../openai/limits.ts'
import { objectSchema } from '../../openai/tool-schema.ts'
import { wireError } from '../../shared/errors.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { readFields, withExtra } from '../provider-fields.ts'
import type { OpenAIChatFunction, OpenAIChatTool } from '../types.ts'
import type { EncodeState } from './state.ts'

/**
 * The tools of a request, in the order of the context.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS` above 128, `TOOL_SCHEMA` for a schema object that tells no JSON Schema.
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
  const wire: OpenAIChatTool[] = []
  for (const [index, tool] of tools.entries()) {
    state.index = index
    const own = providerToolOf(tool)
    // The one kind of tool beside functions: its input is text.
    const custom = own?.provider === 'openai' ? nestedCustomTool(own.tool) : undefined
    if (own === undefined) wire.push(encodeTool(state, tool))
    else if (custom !== undefined) wire.push(cleanJson(state, custom))
    else loseProviderTool(state, tool, 'OpenAI Chat')
  }
  return wire
}

function encodeTool(state: EncodeState, tool: ToolDefinition): OpenAIChatTool {
  const schema = cleanJson(state, jsonSchemaOf(tool.inputSchema))
  const fields = readFields(state, tool.providerOptions, ['strict', 'extra'])
  const definition: OpenAIChatFunction = {
    name: state.names.toWire(tool.name),
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    parameters: objectSchema(state, schema),
    ...(typeof fields.strict === 'boolean' && { strict: fields.strict }),
  }
  return withExtra(state, { type: 'function', function: definition }, fields)
}
