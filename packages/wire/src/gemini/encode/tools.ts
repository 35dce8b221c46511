import type { Parameters, ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'
import { defined } from '../../shared/defined.ts'
import { wireError } from '../../shared/errors.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose, mend } from '../../shared/ledger.ts'
import { loseProviderTool, providerToolOf } from '../../shared/provider-tool.ts'
import { mendDraft, mendUnions, unions } from '../../shared/schema/mend-schema.ts'
import { inlinedTop } from '../../shared/schema/visit-schemas.ts'
import { maxFunctions } from '../limits.ts'
import { camelOf } from '../part-kinds.ts'
import { peekFields, readFields, withFunctionExtra } from '../provider-fields.ts'
import { toGeminiJsonSchema } from '../schema/json-schema.ts'
import { toOpenApi } from '../schema/to-openapi.ts'
import type { GeminiFunction, GeminiTool, GeminiToolConfig } from '../types.ts'
import type { GeminiState, GeminiTypes } from './state.ts'

/** The tools of a request and the names of its functions. */
interface EncodedTools {
  readonly tools: GeminiTool[]
  readonly functions: ReadonlySet<string>
  /** Whether there are Google tools. */
  readonly hasOwn: boolean
}

/**
 * Whether functions and Google tools can be combined. Earlier models reject it ("Tool use with function calling is
 * unsupported").
 */
export function mixesTools(generation: number, definitions: readonly ToolDefinition[] = []): boolean {
  return generation >= 3 || !definitions.some((tool) => ownTool(tool) === undefined)
}

/**
 * Writes one tool: a function, or a tool that Google provides.
 *
 * @throws LamellaError `TOOL_SCHEMA_INVALID` for a schema object that provides no JSON Schema.
 */
export function encodeTool(state: GeminiState, tool: ToolDefinition): GeminiTypes['tool'] | undefined {
  const { functions } = state.run
  const own = ownTool(tool)
  if (own !== undefined) {
    if (!isToolOfGoogle(own)) loseProviderTool(state, tool, 'Gemini')
    else if (state.run.mixesTools) return { own: cleanJson(state, own) }
    else {
      const name = JSON.stringify(tool.name)
      lose(state, 'provider-tool', `${name} is left out: this model accepts it only without functions.`)
    }
    return undefined
  }
  const name = state.base.names.toWire(state, tool.name)
  // "Duplicate function declaration found" (owndev/Open-WebUI-Functions#135)
  if (functions.has(name))
    return void mend(state, 'tool-name', `A second tool named ${JSON.stringify(tool.name)} is left out.`)
  functions.add(name)
  return encodeFunction(state, tool, name)
}

/**
 * Writes all functions as one tool, at the position of the first.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS` above 512 functions
 */
export function groupTools(written: readonly (GeminiTypes['tool'] | undefined)[]): EncodedTools {
  const tools: GeminiTool[] = []
  const functionDeclarations: GeminiFunction[] = []
  for (const tool of written) {
    if (tool === undefined) continue
    if ('own' in tool) tools.push(tool.own)
    else if (functionDeclarations.push(tool) === 1) tools.push({ functionDeclarations })
  }
  const functions = new Set(functionDeclarations.map(({ name }) => name))
  if (functions.size > maxFunctions) throw tooMany(functions.size)
  return { tools, functions, hasOwn: tools.length > (functions.size > 0 ? 1 : 0) }
}

/** Writes a provider-defined tool, in Google's format if it has one. */
function ownTool(tool: ToolDefinition): UnknownRecord | undefined {
  const own = (peekFields(tool.providerOptions) as { readonly tool?: unknown }).tool
  return isRecord(own) ? own : providerToolOf(tool) === undefined ? undefined : none
}

const none: UnknownRecord = {}

/** Functions are written only from definitions, because rules apply to them. */
function isToolOfGoogle(tool: UnknownRecord): boolean {
  const keys = Object.keys(tool)
  return keys.length > 0 && !keys.some((key) => camelOf(key) === 'functionDeclarations')
}

function encodeFunction(state: GeminiState, tool: ToolDefinition, name: string): GeminiFunction {
  const fields = readFields(state, tool.providerOptions, ['extra'])
  const schema = cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name))
  // "exclusiveMinimum must be a number" (google-gemini/gemini-cli#4920): it was a boolean in draft 4.
  const { schema: converted, changes } =
    state.run.schemas === 'json'
      ? toGeminiJsonSchema(withoutChoice(state, mendDraft(state, schema)))
      : toOpenApi(schema)
  if (changes.size > 0) {
    mend(state, 'schema', `The schema is rewritten for Gemini, with ${[...changes].join(', ')}.`)
  }
  const description = tool.description === undefined ? {} : { description: cleanText(state, tool.description) }
  const parameters =
    converted === undefined
      ? {}
      : state.run.schemas === 'json'
        ? { parametersJsonSchema: converted }
        : { parameters: converted }
  return withFunctionExtra(state, { name, ...description, ...parameters }, fields)
}

/** A choice at the top level would stand next to an object without fields, of which a model gives none. */
function withoutChoice(state: GeminiState, schema: UnknownRecord): UnknownRecord {
  const top = inlinedTop(schema)
  return unions.some((key) => Object.hasOwn(top, key)) ? mendUnions(state, schema, unions) : schema
}

function tooMany(tools: number): Error {
  return wireError(
    'WIRE_TOO_MANY_TOOLS',
    `Gemini accepts at most ${maxFunctions} functions per request, and this one has ${tools}.`,
    'Remove tools that this turn does not need.',
    { tools, limit: maxFunctions },
  )
}

type Calling = NonNullable<GeminiToolConfig['functionCallingConfig']>

/**
 * Writes the tool choice, with the parameters' other tool settings.
 *
 * @param raw The `toolConfig` from the parameters' options.
 * @throws LamellaError `WIRE_PARAMETER` if the choice names a tool that is not among the functions.
 */
export function encodeToolConfig(
  state: GeminiState,
  choice: Parameters['toolChoice'],
  raw: unknown,
  tools: EncodedTools,
): GeminiToolConfig | undefined {
  const { functionCallingConfig, ...others } = camelKeys(isRecord(raw) ? cleanJson(state, raw) : {})
  const calling = encodeCalling(state, choice, functionCallingConfig, tools)
  const isMixed = tools.hasOwn && tools.functions.size > 0 && state.run.api === 'gemini'
  const config = defined({
    functionCallingConfig: calling,
    // "Please enable tool_config.include_server_side_tool_invocations" (strands-agents/harness-sdk#3646)
    includeServerSideToolInvocations: isMixed ? true : undefined,
    ...others,
  })
  return Object.keys(config).length === 0 ? undefined : config
}

/** The API returns 400 "Function calling config is set without function_declarations" (pydantic/pydantic-ai#5791). */
function encodeCalling(
  state: GeminiState,
  choice: Parameters['toolChoice'],
  raw: unknown,
  { functions }: EncodedTools,
): Calling | undefined {
  if (functions.size === 0) {
    const isLoss = choice === undefined ? raw !== undefined : choice !== 'auto' && choice !== 'none'
    if (isLoss) lose(state, 'tool-choice', 'The tool choice is left out: there are no tools.')
    return undefined
  }
  if (choice === undefined) return isRecord(raw) ? encodeRaw(state, raw, functions) : undefined
  if (raw !== undefined)
    lose(state, 'tool-choice', 'The functionCallingConfig is left out: the tool choice overrides it.')
  if (choice === 'auto') return { mode: 'AUTO' }
  if (choice === 'none') return { mode: 'NONE' }
  if (choice === 'required') return { mode: 'ANY' }
  const name = state.base.names.toWire(state, choice.toolName)
  checkParameter('Gemini', 'toolChoice', choice, functions.has(name), 'the name of one of the tools')
  return { mode: 'ANY', allowedFunctionNames: [name] }
}

const modes: readonly unknown[] = ['AUTO', 'ANY', 'NONE', 'VALIDATED']

/** Returns the config with the functions' names in this request. */
function encodeRaw(state: GeminiState, raw: UnknownRecord, functions: ReadonlySet<string>): Calling | undefined {
  const { allowedFunctionNames: allowed, mode, ...others } = camelKeys(raw)
  if (!modes.includes(mode))
    return void lose(state, 'tool-choice', `Gemini has no function calling mode ${JSON.stringify(mode)}.`)
  const config: Calling = { mode: mode as NonNullable<Calling['mode']>, ...others }
  if (!Array.isArray(allowed)) return config
  const original = new Map([...state.base.names.changed].map(([wire, name]) => [name, wire]))
  const names = allowed
    .map((name) => (functions.has(name) ? name : original.get(name)))
    .filter((name) => functions.has(name))
  const isRestricting = mode === 'ANY' || mode === 'VALIDATED'
  if (!isRestricting || names.length < allowed.length) {
    lose(state, 'tool-choice', 'Function names that are unknown, or that this mode does not restrict, are left out.')
  }
  return isRestricting && names.length > 0 ? { ...config, allowedFunctionNames: names } : config
}

function camelKeys(record: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [camelOf(key), value]))
}
