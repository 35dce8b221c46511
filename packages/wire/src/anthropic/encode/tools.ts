import type { ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import type { UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { at, cleanText, lose, mend } from '../../shared/ledger.ts'
import { loseProviderTool } from '../../shared/provider-tool.ts'
import { strictSchema } from '../../shared/schema/strict.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { anthropicStrict } from '../strict-rules.ts'
import type { AnthropicFunctionTool, AnthropicTool } from '../types.ts'
import type { AnthropicState } from './state.ts'
import { ownToolOf } from './tool-names.ts'
import { encodeSchema } from './tool-schema.ts'

const ofTool: AnthropicKeys = [...ofMark, 'strict', 'deferLoading', 'eagerInputStreaming', 'allowedCallers', 'extra']
const ofProvided: AnthropicKeys = ['tool', ...ofMark]

/**
 * Encodes one tool.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID` for a schema object that provides no JSON Schema.
 */
export function encodeTool(state: AnthropicState, tool: ToolDefinition): AnthropicTool | undefined {
  const { toolNames } = state.run
  const own = ownToolOf(tool)
  // Fields of a second tool with the same name do not replace those of the first.
  const name = own === undefined ? state.base.names.toWire(state, tool.name) : undefined
  const written = name !== undefined && toolNames.has(name) ? second(state, tool, name) : writeTool(state, tool)
  if (written === undefined) return undefined
  if (toolNames.has(written.name))
    return void mend(state, 'tool-name', `A second tool named ${written.name} is dropped.`)
  toolNames.add(written.name)
  return written
}

/** Stands for a second tool of a name: a cache mark on it is reported as lost. */
function second(state: AnthropicState, tool: ToolDefinition, name: string): AnthropicTool {
  const block = { name } as AnthropicTool
  askToolMark(state, block, readFields(state, tool.providerOptions, ofTool))
  return block
}

/** Writes the definition of a tool. */
export function writeTool(state: AnthropicState, tool: ToolDefinition): AnthropicTool | undefined {
  const own = ownToolOf(tool)
  if (own !== undefined) return encodeOwnTool(state, tool, own)
  const fields = readFields(state, tool.providerOptions, ofTool)
  const { strict, deferLoading, eagerInputStreaming, allowedCallers } = fields
  const name = state.base.names.toWire(state, tool.name)
  const schema = encodeSchema(state, jsonSchemaOf(tool.inputSchema, tool.name), name)
  const asStrict = strict === true ? strictSchema(state, schema, anthropicStrict) : undefined
  const plain: AnthropicFunctionTool = {
    name,
    ...(tool.description !== undefined && { description: cleanText(state, tool.description) }),
    input_schema: (asStrict ?? schema) as AnthropicFunctionTool['input_schema'],
    ...(typeof strict === 'boolean' && { strict: asStrict !== undefined }),
    ...(typeof deferLoading === 'boolean' && { defer_loading: deferLoading }),
    ...(typeof eagerInputStreaming === 'boolean' && { eager_input_streaming: eagerInputStreaming }),
    ...(Array.isArray(allowedCallers) && { allowed_callers: cleanJson(state, allowedCallers) }),
  }
  const block = withExtra(state, plain, extraOf(state, name, fields.extra))
  askToolMark(state, block, fields)
  return block
}

/** Examples of arguments have the names that the schema has. Source: Anthropic, "Tool use examples" (2026-11). */
function extraOf({ base }: AnthropicState, tool: string, extra: AnthropicFields['extra']): AnthropicFields['extra'] {
  const examples = extra?.['input_examples']
  if (!Array.isArray(examples)) return extra
  return { ...extra, input_examples: examples.map((one) => base.fields.toWire(tool, one)) }
}

function encodeOwnTool(
  state: AnthropicState,
  tool: ToolDefinition,
  own: UnknownRecord | 'foreign',
): AnthropicTool | undefined {
  if (own === 'foreign' || typeof own['type'] !== 'string' || typeof own['name'] !== 'string')
    return void loseProviderTool(state, tool, 'Anthropic')
  const fields = readFields(state, tool.providerOptions, ofProvided)
  const { cache_control, ...copy } = cleanJson(state, own)
  const provided = { ...copy, name: state.base.names.toWire(state, own['name']) } as unknown as AnthropicTool
  const control = fields.cacheControl ?? fields.cache_control ?? cache_control
  askToolMark(state, provided, { cacheControl: control } as AnthropicFields)
  return provided
}

/** Marks a tool unless it is deferred: "Tools with defer_loading cannot use prompt caching" (400, decolua/9router#3687). */
function askToolMark(state: AnthropicState, tool: AnthropicTool, fields: AnthropicFields): void {
  const control = controlOf(state, fields)
  if (control !== undefined && isDeferred(tool)) lose(state, 'cache', 'A deferred tool cannot carry a mark.')
  else askMark(state, tool, control)
}

/** Whether the model sees a tool only after a search has found it. */
export function isDeferred(tool: object): boolean {
  return (tool as { readonly defer_loading?: unknown }).defer_loading === true
}

/**
 * Loads all tools immediately if all are deferred: the API rejects "All tools have defer_loading: true" (Anthropic,
 * "Troubleshooting tool use").
 */
export function withOneLoaded(
  state: AnthropicState,
  wire: readonly (AnthropicTool | undefined)[],
): readonly (AnthropicTool | undefined)[] {
  const written = wire.filter((tool) => tool !== undefined)
  if (written.length === 0 || !written.every(isDeferred)) return wire
  return wire.map((tool, index) => {
    if (tool === undefined) return undefined
    const place = at(state, 'tools', index)
    lose(place, 'provider-options', 'The tool is loaded immediately, since all tools are deferred.')
    const { defer_loading: _, ...loaded } = tool as AnthropicFunctionTool
    return loaded
  })
}
