import type { Parameters, ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { beginsWithThinking } from '../anthropic/conversation.ts'
import { fittingSampling, takesStop } from '../anthropic/encode/parameters.ts'
import { checkBudget, fitBudget, fittingThinking, thinkingOfModel } from '../anthropic/encode/thinking.ts'
import type { AnthropicThinking } from '../anthropic/types.ts'
import { checkParameter, checkSampling } from '../shared/check-parameter.ts'
import { defined, orNone } from '../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { cleanText, lose, mend } from '../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../shared/provider-tool.ts'
import { mendDraft, mendUnions, unions } from '../shared/schema/mend-schema.ts'
import { textOf } from './content.ts'
import { type BedrockState, cachePoint, isOfAnotherVendor, readFields, title } from './fields.ts'
import { isNova, novaSchema } from './nova-schema.ts'
import type {
  BedrockConverseRequest,
  BedrockInference,
  BedrockJson,
  BedrockMessage,
  BedrockTool,
  BedrockToolChoice,
} from './types.ts'

/** Encodes one tool. The only tools of Bedrock itself are system tools, such as `nova_grounding`. */
export function encodeTool(state: BedrockState, tool: ToolDefinition): BedrockTool | undefined {
  const own = providerToolOf(tool)
  if (own?.provider === 'bedrock' && isRecord(own.tool['systemTool'])) return cleanJson(state, own.tool) as BedrockTool
  if (own !== undefined) return void loseProviderTool(state, tool, title)
  readFields(state, tool.providerOptions, [])
  const name = state.base.names.toWire(state, tool.name)
  if (state.run.tools.has(name)) return void mend(state, 'tool-name', `A second tool named ${name} is dropped.`)
  state.run.tools.add(name)
  const draft = mendDraft(state, cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name)))
  const { fields } = state.base
  const json = asObject(state, fields.schemaToWire(state, name, mendUnions(state, draft, unions, fields.namesOf)))
  const { schema, said } = isNova(state.base.model) ? novaSchema(state, json) : { schema: json, said: '' }
  // The API rejects a blank description.
  const told = [tool.description ?? '', said].filter((text) => text !== '').join('\n\n')
  const description = told === '' ? '' : textOf(state, told)
  const inputSchema = { json: schema as BedrockJson }
  return { toolSpec: description === '' ? { name, inputSchema } : { name, description, inputSchema } }
}

function asObject(state: BedrockState, schema: UnknownRecord): UnknownRecord {
  if (schema['type'] === 'object') return schema
  if (schema['type'] !== undefined) mend(state, 'schema', 'The type of the schema is written as object.')
  return { ...schema, type: 'object' }
}

/**
 * Returns the tools, or those of the history if there are no others: "The toolConfig field must be defined when using
 * toolUse and toolResult content blocks" (400, langgenius/dify#17545, vxcontrol/pentagi#196).
 */
export function declared(state: BedrockState, tools: readonly BedrockTool[]): BedrockTool[] {
  const { options, context } = state.base
  if (tools.length === 0 && state.run.called.size > 0) {
    mend(state, 'added', 'The tools of the history are declared, since Bedrock rejects calls without declared tools.')
    return [...state.run.called].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } }))
  }
  const pays = options.cache === true && context.report?.cache.points.some(({ place }) => place === 'tools') === true
  return pays && tools.length > 0 ? [...tools, cachePoint] : [...tools]
}

/** Encodes the tool choice. The API has no choice `none` (API_runtime_ToolChoice.html, 2026-11). */
export function encodeToolChoice(
  state: BedrockState,
  choice: Parameters['toolChoice'],
  tools: readonly BedrockTool[],
): BedrockToolChoice | undefined {
  if (choice === undefined) return undefined
  if (tools.length === 0 || choice === 'none') {
    if (choice !== 'auto' && (tools.length > 0 || choice !== 'none')) {
      lose(
        state,
        'tool-choice',
        `The tool choice is dropped: ${tools.length === 0 ? 'there are no tools' : "Bedrock has no choice 'none'"}.`,
      )
    }
    return undefined
  }
  if (choice === 'auto') return { auto: {} }
  if (choice === 'required') return { any: {} }
  const name = state.base.names.toWire(state, choice.toolName)
  const isPresent = tools.some((tool) => 'toolSpec' in tool && tool.toolSpec.name === name)
  checkParameter(title, 'toolChoice', choice, isPresent, 'the name of one of the tools')
  return { tool: { name } }
}

/**
 * Encodes the sampling parameters.
 *
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html (2026-11).
 */
export function encodeInference(state: BedrockState, parameters: Parameters): BedrockInference {
  const { temperature, topP, maxOutputTokens: maxTokens, stopSequences = [], seed } = parameters
  checkSampling(title, parameters, { temperature: 1, output: 1, stops: 2_500 })
  if (seed !== undefined) lose(state, 'parameter', 'Bedrock Converse does not support a seed.')
  const stops = stopSequences
    .map((stop) => cleanText(state, stop))
    .filter((stop) => (isOfAnotherVendor(state.base.model) ? stop !== '' : takesStop(state, stop)))
  return defined({ maxTokens, temperature, topP, stopSequences: orNone(stops) })
}

const own = 'additionalModelRequestFields'

/** The parts of a request for which Claude has rules that Bedrock does not know: it passes them on. */
interface ClaudeFacts extends Pick<BedrockConverseRequest, 'messages'> {
  readonly inference: BedrockInference
  /** Whether the request forces a call. */
  readonly isForced: boolean
  /** Fields of the caller. */
  readonly extra: unknown
}

/**
 * Returns the sampling parameters and the caller's fields that Claude accepts, as its own API does: "temperature may only be set
 * to 1 when thinking is enabled" (400, BerriAI/litellm#9524), and the budget is below the longest answer.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a thinking budget that is not below `maxOutputTokens`
 */
export function fitClaudeFields(
  state: BedrockState,
  { messages, inference, isForced, extra }: ClaudeFacts,
): { readonly inference: BedrockInference; readonly extra: unknown } {
  const { model, parameters } = state.base
  const fields = isRecord(extra) && isRecord(extra[own]) ? extra[own] : {}
  const given = isRecord(fields['thinking']) ? (fields['thinking'] as unknown as AnthropicThinking) : undefined
  if (isOfAnotherVendor(model)) return { inference, extra }
  const { maxTokens, temperature, topP, ...others } = inference
  const asked = thinkingOfModel(state, given, model, effortOf(fields))
  if (parameters.maxOutputTokens !== undefined) checkBudget(asked, parameters.maxOutputTokens)
  const canThink = (): boolean => beginsWithThinking(messages.map(asAnthropic))
  const fitting = fittingThinking(state, asked, isForced, canThink)
  const thinking = maxTokens === undefined ? fitting : fitBudget(state, fitting, maxTokens)
  return {
    inference: defined({ maxTokens, ...fittingSampling(state, { temperature, topP }, model, thinking), ...others }),
    extra: thinking === given ? extra : withThinking(extra as UnknownRecord, fields, thinking),
  }
}

function withThinking(
  extra: UnknownRecord,
  { thinking: _, ...fields }: UnknownRecord,
  thinking: unknown,
): UnknownRecord {
  const left = defined({ thinking, ...fields })
  const { [own]: __, ...others } = extra
  return Object.keys(left).length === 0 ? others : { ...others, [own]: left }
}

function effortOf({ output_config: config }: UnknownRecord): unknown {
  return isRecord(config) ? config['effort'] : undefined
}

/** A message with the types of blocks that Claude's own API has: its turns follow from them. */
function asAnthropic({ role, content }: BedrockMessage): { role: string; content: { type: string }[] } {
  return {
    role,
    content: content.flatMap((block) => {
      if ('cachePoint' in block) return []
      return [{ type: 'reasoningContent' in block ? 'thinking' : 'toolResult' in block ? 'tool_result' : 'text' }]
    }),
  }
}
