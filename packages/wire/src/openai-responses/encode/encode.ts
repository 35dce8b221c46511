import { checkOptions } from '@lamella/core/plugin'
import { functionName } from '../../openai/limits.ts'
import { encodePromptCache } from '../../openai/prompt-cache.ts'
import { createCallIds } from '../../shared/call-ids.ts'
import { checkContext } from '../../shared/check-context.ts'
import { wireError } from '../../shared/errors.ts'
import { fitOutput } from '../../shared/fit-output.ts'
import { createLedger } from '../../shared/ledger.ts'
import { type Encoding, tell } from '../../shared/options.ts'
import { prepareTurns } from '../../shared/prepare.ts'
import { createToolNames } from '../../shared/tool-names.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import { maxId, minOutputTokens } from '../limits.ts'
import { holdsConversation } from '../request-fields.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import { encodeAssistant } from './assistant.ts'
import { includeOf } from './include.ts'
import { type OpenAIResponsesOptions, responsesChecks } from './options.ts'
import { encodeParameters } from './parameters.ts'
import { givenFields, withRequestFields } from './request-fields.ts'
import type { EncodeState } from './state.ts'
import { encodeSystem, encodeSystemPrompt } from './system.ts'
import { encodeToolChoice } from './tool-choice.ts'
import { encodeTools } from './tools.ts'
import { encodeUser } from './user.ts'

/** A request of OpenAI Responses, and what became of the context on the way. */
export type OpenAIResponsesEncoding = Encoding<OpenAIResponsesRequest>

/**
 * Writes a context as a request of OpenAI Responses, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateOpenAIResponses`, a missing model apart. The context is not
 * changed; the JSON Schemas of tools and recorded items are shared with it. Same context, same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, and `WIRE_TOOL_PAIR`
 * where the repair policy says `fail`
 * @example
 * const context = { messages: [{ role: 'user', content: 'Hello' }] }
 * const { request } = encodeOpenAIResponses(context, { model: 'gpt-5', store: false })
 * // { model: 'gpt-5', input: [{ role: 'user', content: 'Hello' }], store: false, include: [...] }
 */
export function encodeOpenAIResponses(
  context: WireContext,
  options: OpenAIResponsesOptions = {},
): OpenAIResponsesEncoding {
  checkOptions('encodeOpenAIResponses', options, responsesChecks)
  checkContext(context)
  const { system = [], tools = [], parameters = {} } = context
  const given = givenFields(parameters)
  const state = createState(context, options, given)
  const wireTools = encodeTools(state, tools)
  const input: OpenAIResponsesItem[] = []
  const {
    separator = '\n\n',
    systemIn,
    mergeConsecutive: merge = false,
    ensureAlternating: alternate = false,
  } = options
  const placement = { perLayer: options.system === 'per-layer', inInput: systemIn === 'input', separator }
  const prompt = encodeSystemPrompt(state, system, placement, input)
  encodeTurns(
    state,
    prepareTurns(state, context.messages, { repair: options.repair, separator: options.separator, merge, alternate }),
    input,
  )
  const instructions = instructionsBeside(state, input, prompt, given['prompt'])
  const model = options.model ?? parameters.model
  const hasTools = wireTools.length > 0 || state.loadsTools
  state.list = 'parameters'
  const toolChoice = encodeToolChoice(state, parameters.toolChoice, tools, wireTools)
  const include = given['include'] === undefined ? includeOf(state.stored, model) : undefined
  const own: OpenAIResponsesRequest = {
    ...(model !== undefined && { model }),
    ...(instructions !== undefined && { instructions }),
    input,
    ...(wireTools.length > 0 && { tools: wireTools }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...encodeParameters(state, parameters),
    ...(options.store !== undefined && { store: options.store }),
    ...(include !== undefined && { include }),
    ...encodePromptCache(options.cache, { model, tools: wireTools, system }),
  }
  const body = withRequestFields(state, own, parameters, hasTools)
  const request = fitOutput(state, context, body, ['max_output_tokens'], minOutputTokens)
  tell(options, state)
  return { request, losses: state.losses, repairs: state.repairs, toolNames: state.names.changed }
}

function createState(
  { tools = [] }: WireContext,
  { systemRole = 'system', store, unknownFields }: OpenAIResponsesOptions,
  given: ReturnType<typeof givenFields>,
): EncodeState {
  const ledger = createLedger(unknownFields)
  return Object.assign(ledger, {
    names: createToolNames(
      ledger,
      functionName,
      tools.map((tool) => tool.name),
    ),
    // The API pairs by the id alone, across the whole input.
    ids: createCallIds({ maxLength: maxId, unique: 'request' }),
    systemRole,
    stored: (store ?? given['store']) !== false,
    itemIds: new Set<string>(),
    approvals: new Map<string, number>(),
    continues: holdsConversation(given),
    holds: holdsConversation(given),
    loadsTools: false,
  })
}

/**
 * The instructions, if there is an input beside them. Where there is none they are the input: a request without any is
 * refused, instructions or not. Source: pydantic/pydantic-ai#3470.
 */
function instructionsBeside(
  state: EncodeState,
  input: OpenAIResponsesItem[],
  prompt: string | undefined,
  template: unknown,
): string | undefined {
  if (input.length > 0 || state.holds || (template ?? undefined) !== undefined) return prompt
  if (prompt === undefined) {
    throw wireError(
      'WIRE_UNENCODABLE',
      'There is nothing to send: neither a system prompt nor a message with anything in it.',
      'Give a message to the build.',
      { path: 'messages' },
    )
  }
  input.push({ role: state.systemRole, content: prompt })
  return undefined
}

function encodeTurns(state: EncodeState, turns: readonly Turn[], out: OpenAIResponsesItem[]): void {
  state.list = 'messages'
  for (const turn of turns) {
    state.index = turn.index
    state.part = -1
    if (turn.role === 'assistant') encodeAssistant(state, turn, out)
    else if (turn.role === 'user') encodeUser(state, turn.message, out)
    else encodeSystem(state, turn.message, out)
  }
}
