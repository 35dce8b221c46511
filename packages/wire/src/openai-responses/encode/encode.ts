import type { SystemMessage } from '@lamella/core'
import { encodeWith } from '../../kit/encode.ts'
import type { EncoderDefinition } from '../../kit/format.ts'
import { joinSystem } from '../../kit/system.ts'
import { continueText } from '../../messages/ensure-alternating.ts'
import { functionName, maxTools } from '../../openai/limits.ts'
import { encodePromptCache } from '../../openai/prompt-cache.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { nothingToSend } from '../../shared/errors.ts'
import { cleanText } from '../../shared/ledger.ts'
import type { Encoding } from '../../shared/options.ts'
import type { WireContext, WithModel } from '../../shared/wire-context.ts'
import type { OpenAIResponsesMessage } from '../items.ts'
import { maxId, minOutputTokens } from '../limits.ts'
import { bindsReasoning, readsInstructionsLast } from '../models.ts'
import { type ResponsesKeys, readFields, withExtra } from '../provider-fields.ts'
import { holdsConversation } from '../request-fields.ts'
import { settingsMessage, withFirstSettings } from '../settings.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import { encodeAnswer } from './answer.ts'
import { writeApprovals } from './approvals.ts'
import { encodeFile, encodeImage, encodeText, joinPieces } from './input-parts.ts'
import { encodeSettingsItem, encodeToolItem, responsesInstruction } from './instruction.ts'
import { encodeParameters, givenFields, withRequestFields } from './parameters.ts'
import { providerRunParts } from './provider-run.ts'
import {
  type OpenAIResponsesOptions,
  type ResponsesState,
  type ResponsesTypes,
  responsesChecks,
  title,
} from './state.ts'
import { encodeSummary, summaries, withoutCompacted } from './summary-items.ts'
import { encodeTool, encodeToolChoice } from './tools.ts'

/**
 * Matches names of models without hidden reasoning: they reject requests for encrypted reasoning with "Encrypted
 * content is not supported with this model". Source: pydantic/pydantic-ai#2865 (gpt-4o), #3326 (gpt-5-chat-latest),
 * miquido/draive#399 (gpt-4.1-mini).
 */
const modelsWithoutReasoning = /(?:^|[/:])(?:gpt-3|gpt-4|chatgpt-|gpt-5(?:\.\d+)?-chat|computer-use)/i

/**
 * Returns what the response must include so that the conversation can continue: if the API stores nothing, the
 * reasoning as encrypted content.
 */
function includeOf(isStored: boolean, model: string | undefined): 'reasoning.encrypted_content'[] | undefined {
  if (isStored || (model !== undefined && modelsWithoutReasoning.test(model))) return undefined
  return ['reasoning.encrypted_content']
}

/** An OpenAI Responses request, and what changed while encoding the context. */
export type OpenAIResponsesEncoding = Encoding<OpenAIResponsesRequest>

const ofSystem: ResponsesKeys = ['role', 'inInput', 'itemExtra', 'additionalTools', 'configuration']
const ofUser: ResponsesKeys = ['itemExtra']
const ofAssistant: readonly never[] = []

export const openaiResponsesEncoder: EncoderDefinition<ResponsesTypes> = {
  name: 'openai-responses',
  title,
  encoder: 'encodeOpenAIResponses',
  options: responsesChecks,
  limits: {
    toolName: functionName,
    tools: maxTools,
    // The API matches by id alone, across the whole input.
    callId: { maxLength: maxId, unique: 'request' },
    output: { fields: ['max_output_tokens'], least: minOutputTokens },
  },
  conversation: { instruction: responsesInstruction, settings: settingsMessage, summaries },
  encode: {
    begin: ({ base: { model, options, parameters } }) => {
      const given = givenFields(parameters)
      return {
        input: [],
        systemRole: options.systemRole ?? (bindsReasoning(model) ? 'developer' : 'system'),
        stored: (options.store ?? given['store']) !== false,
        itemIds: new Set(),
        approvals: new Map(),
        continues: holdsConversation(given),
        inputFacts: { holds: holdsConversation(given), tools: false, configuration: undefined },
      }
    },
    select: withoutCompacted,
    tool: encodeTool,
    /**
     * Writes the system prompt as messages at the start of the input, or as instructions. A part that was read from the
     * input goes back there.
     */
    system: ({ base: { model, options }, run: { input, systemRole, continues } }, parts) => {
      const { separator = '\n\n' } = options
      const isOwn = (message: SystemMessage): boolean =>
        options.system === 'per-layer' || message.providerOptions?.['openai']?.['inInput'] === true
      let role = systemRole
      const others = parts.filter(({ message }) => !isOwn(message))
      const prompt = joinSystem(others, separator, (state, { providerOptions }) => {
        const fields = readFields(state, providerOptions, ofSystem)
        if (fields.role === 'developer') role = 'developer'
        return fields.itemExtra
      })
      // These models read the instructions after the input, where no cache holds them.
      const place = options.systemIn ?? (readsInstructionsLast(model) && !continues ? 'input' : 'instructions')
      const isItem = place === 'input'
      if (prompt !== '' && isItem) input.push({ role, content: prompt })
      for (const { state, message } of parts) if (isOwn(message)) encodeSystem(state, message)
      return prompt === '' || isItem ? undefined : prompt
    },
    systemMessage: encodeSystem,
    summary: encodeSummary,
    userParts: { text: encodeText, image: encodeImage, file: encodeFile },
    user: (state, pieces, { providerOptions }) => {
      if (pieces.length === 0) return
      const wire: OpenAIResponsesMessage = {
        role: 'user',
        content: typeof pieces === 'string' ? pieces : joinPieces(pieces),
      }
      state.run.input.push(withExtra(state, wire, readFields(state, providerOptions, ofUser).itemExtra))
    },
    open: (state, turn) => {
      readFields(state, turn.message.providerOptions, ofAssistant)
      return providerRunParts(state, turn)
    },
    isNative: ({ part }, _, native) => native.has(part),
    answer: encodeAnswer,
    close: (state, turn) => {
      const before = state.run.input.length
      writeApprovals(state, turn)
      return state.run.input.length > before
    },
    body: (state, written) => {
      const { context, model, options } = state.base
      const { inputFacts, input, stored } = state.run
      if (continuesAnswer(context, model)) input.push({ role: 'user', content: continueText })
      const parameters = withFirstSettings(state.base.parameters, inputFacts.configuration)
      const tools = written.tools.filter((tool) => tool !== undefined)
      const given = givenFields(parameters)
      const instructions = instructionsFor(state, written.system, given['prompt'])
      const toolChoice = encodeToolChoice(state, parameters.toolChoice, context.tools ?? [], tools)
      const include = given['include'] === undefined ? includeOf(stored, model) : undefined
      const own: OpenAIResponsesRequest = defined({
        model,
        instructions,
        input,
        tools: orNone(tools),
        tool_choice: toolChoice,
        ...encodeParameters(state, parameters),
        store: options.store,
        include,
        ...encodePromptCache(state, options.cache, { model, tools, system: context.system ?? [] }),
      })
      return withRequestFields(state, own, parameters, tools.length > 0 || inputFacts.tools)
    },
  },
}

/**
 * Whether a request of a run goes on with an answer. The next request of the run has a user message there, which must
 * precede the reasoning of this one, too.
 */
function continuesAnswer({ messages, report }: WireContext, model: string | undefined): boolean {
  const last = messages.at(-1)
  if (report?.run === undefined || !bindsReasoning(model) || last?.role !== 'assistant') return false
  return typeof last.content === 'string' || !last.content.some(({ type }) => type === 'tool-call')
}

function encodeSystem(state: ResponsesState, { content, providerOptions }: SystemMessage): void {
  const text = cleanText(state, content)
  const fields = readFields(state, providerOptions, ofSystem)
  encodeSettingsItem(state, fields.configuration)
  if (text === '') return
  const role = fields.role === 'developer' ? 'developer' : state.run.systemRole
  state.run.input.push(withExtra<OpenAIResponsesMessage>(state, { role, content: text }, fields.itemExtra))
  encodeToolItem(state, fields.additionalTools)
}

/**
 * Returns the instructions, if there is any input. Otherwise they become the input: the API rejects a request without
 * input even if it has instructions. Source: pydantic/pydantic-ai#3470.
 */
function instructionsFor(
  { run: { inputFacts, input, systemRole } }: ResponsesState,
  prompt: string | undefined,
  template: unknown,
): string | undefined {
  if (input.length > 0 || inputFacts.holds || (template ?? undefined) !== undefined) return prompt
  if (prompt === undefined) throw nothingToSend()
  input.push({ role: systemRole, content: prompt })
  return undefined
}

/**
 * Writes a context as an OpenAI Responses request, and reports what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateOpenAIResponses`, except for a missing model. The
 * context is not changed; the JSON Schemas of tools and recorded items are shared with it. The same context produces
 * the same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, and
 * `WIRE_TOOL_PAIR` if the repair policy is `fail`
 * @example
 * const context = { messages: [{ role: 'user', content: 'Hello' }] }
 * const { request } = encodeOpenAIResponses(context, { model: 'gpt-5', store: false })
 * // { model: 'gpt-5', input: [{ role: 'user', content: 'Hello' }], store: false, include: [...] }
 */
export function encodeOpenAIResponses(
  context: WireContext,
  options: OpenAIResponsesOptions = {},
): OpenAIResponsesEncoding {
  return encodeWith(openaiResponsesEncoder, context, options)
}

/**
 * Writes a context as the body of `client.responses.create`. Losses go to `options.onLoss`; `encodeOpenAIResponses`
 * returns them as a list, together with the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`
 * @example
 * const request = toOpenAIResponses(context, { model: 'gpt-5', onLoss: (loss) => console.warn(loss.message) })
 * await client.responses.create(request)
 */
export function toOpenAIResponses(
  context: WireContext,
  options: OpenAIResponsesOptions & { readonly model: string },
): OpenAIResponsesRequest & { readonly model: string }
export function toOpenAIResponses(
  context: WireContext & WithModel,
  options?: OpenAIResponsesOptions,
): OpenAIResponsesRequest & { readonly model: string }
export function toOpenAIResponses(context: WireContext, options?: OpenAIResponsesOptions): OpenAIResponsesRequest
export function toOpenAIResponses(context: WireContext, options?: OpenAIResponsesOptions): OpenAIResponsesRequest {
  return encodeOpenAIResponses(context, options).request
}
