import type { Parameters } from '@lamella/core'
import { checkParameter } from '../../shared/check-parameter.ts'
import { defined } from '../../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose } from '../../shared/ledger.ts'
import { camelOf } from '../part-kinds.ts'
import type { GeminiToolConfig } from '../types.ts'
import type { GeminiState } from './state.ts'
import type { EncodedTools } from './tools.ts'

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
