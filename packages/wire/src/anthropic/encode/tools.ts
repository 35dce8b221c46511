import type { JsonSchema, Parameters, ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { at, cleanText, lose, mend } from '../../shared/ledger.ts'
import { loseProviderTool } from '../../shared/provider-tool.ts'
import { mendDraft, mendUnions, unions } from '../../shared/schema/mend-schema.ts'
import { strictSchema } from '../../shared/schema/strict.ts'
import { askMark, controlOf } from '../cache/marks.ts'
import { refusesForcedTools } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { anthropicStrict } from '../strict-rules.ts'
import type { AnthropicFunctionTool, AnthropicTool, AnthropicToolChoice } from '../types.ts'
import type { AnthropicState } from './state.ts'
import { ownToolOf } from './tool-names.ts'

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

/**
 * Returns a schema of arguments in the form that the API accepts: JSON Schema 2020-12, and an object without
 * alternatives at the top level ("input_schema does not support oneOf, allOf, or anyOf at the top level", 400,
 * anthropics/claude-code#40075, marianfoo/mcp-sap-docs#51). Alternatives become one object with the fields of all, so
 * that the model's arguments still match what the tool expects; wrapping them in a field would break that. Fields get
 * names that the API accepts. A valid schema is returned itself, not copied.
 *
 * @param tool The name of the tool as sent.
 */
function encodeSchema(state: AnthropicState, schema: JsonSchema, tool: string): AnthropicFunctionTool['input_schema'] {
  const { fields } = state.base
  const draft = mendDraft(state, cleanJson(state, schema) as UnknownRecord)
  const clean = fields.schemaToWire(state, tool, mendUnions(state, draft, unions, fields.namesOf))
  if (clean['type'] === 'object') return clean as AnthropicFunctionTool['input_schema']
  if (clean['type'] !== undefined) mend(state, 'schema', 'The type of the schema is written as object.')
  return isRecord(clean['properties']) ? { ...clean, type: 'object' } : { ...clean, type: 'object', properties: {} }
}

/**
 * Returns the tool choice, or none without tools, which is a loss if it forced a call. Models that do not support
 * forced calls choose freely, which is also a loss.
 *
 * @param isSerial Whether the model may make only one call per answer.
 * @throws LamellaError `WIRE_PARAMETER` if the chosen tool is missing from the tools.
 */
export function encodeToolChoice(
  state: AnthropicState,
  choice: Parameters['toolChoice'],
  tools: readonly AnthropicTool[],
  model: string | undefined,
  isSerial: boolean | undefined,
): AnthropicToolChoice | undefined {
  const serial = isSerial === undefined ? {} : { disable_parallel_tool_use: isSerial }
  if (choice === undefined && isSerial !== true) return undefined
  if (tools.length === 0) {
    if (choice !== undefined && choice !== 'auto' && choice !== 'none') {
      lose(state, 'tool-choice', 'A tool choice without tools is dropped.')
    }
    return undefined
  }
  if (choice === undefined || choice === 'auto') return { type: 'auto', ...serial }
  if (choice === 'none') return { type: 'none' }
  if (choice !== 'required') checkParameter('Anthropic', 'toolChoice', choice, isAmong(state, choice, tools), expected)
  if (refusesForcedTools(model)) {
    lose(
      state,
      'parameter',
      `The model ${model} does not support a tool choice that forces a call, so the choice is left to the model.`,
    )
    return { type: 'auto', ...serial }
  }
  if (choice === 'required') return { type: 'any', ...serial }
  return { type: 'tool', name: state.base.names.toWire(state, choice.toolName), ...serial }
}

const expected = 'the name of one of the tools'

function isAmong(
  state: AnthropicState,
  choice: { readonly toolName: string },
  tools: readonly AnthropicTool[],
): boolean {
  const name = state.base.names.toWire(state, choice.toolName)
  return tools.some((tool) => tool.name === name)
}
