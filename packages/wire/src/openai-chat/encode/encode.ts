import type { SystemMessage } from '@lamella/core'
import { type Checks, mustBeOneOf, mustBeTexts } from '@lamella/core/plugin'
import { encodeWith } from '../../kit/encode.ts'
import type { EncoderDefinition } from '../../kit/format.ts'
import { joinSystem } from '../../kit/system.ts'
import { functionName, maxTools } from '../../openai/limits.ts'
import { openaiInstruction } from '../../openai/models.ts'
import { encodePromptCache, mustBeOpenAICache } from '../../openai/prompt-cache.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { nothingToSend } from '../../shared/errors.ts'
import { cleanText } from '../../shared/ledger.ts'
import { type Encoding, wireChecks } from '../../shared/options.ts'
import { loseToolExtras } from '../../shared/tool-extras.ts'
import type { WireContext, WithModel } from '../../shared/wire-context.ts'
import { type ChatKeys, readFields, withExtra, withValidName } from '../fields.ts'
import { portableCallId } from '../limits.ts'
import { isMistral, mistralCallId, refusesLateSystem, wantsTurns } from '../models.ts'
import type { OpenAIChatRequest } from '../types.ts'
import { encodeAnswer } from './assistant.ts'
import { forModel, withLateSystem } from './for-model.ts'
import { encodeParameters, withRequestFields } from './parameters.ts'
import { type ChatState, type ChatTypes, type OpenAIChatOptions, title } from './state.ts'
import { encodeTool, encodeToolChoice } from './tools.ts'
import { encodeFile, encodeImage, encodeText, joinPieces } from './user.ts'

/** An OpenAI Chat request, and what changed while encoding the context. */
export type OpenAIChatEncoding = Encoding<OpenAIChatRequest>

const ofMessage: ChatKeys = ['extra']

const options: Checks<OpenAIChatOptions> = {
  ...wireChecks,
  systemRole: mustBeOneOf(['system', 'developer']),
  acceptedFields: mustBeTexts,
  cache: mustBeOpenAICache,
}

export const openaiChatEncoder: EncoderDefinition<ChatTypes> = {
  name: 'openai-chat',
  title,
  encoder: 'encodeOpenAIChat',
  options,
  limits: {
    toolName: functionName,
    tools: maxTools,
    callId: (model) => (isMistral(model) ? mistralCallId : { maxLength: portableCallId, unique: 'message' }),
    output: { fields: ['max_completion_tokens', 'max_tokens'], least: 1 },
  },
  conversation: { leadingSystem: refusesLateSystem, instruction: openaiInstruction, alternate: wantsTurns },
  encode: {
    select: withLateSystem,
    begin: ({ base }) => ({ systemRole: base.options.systemRole ?? 'system', messages: [] }),
    tool: encodeTool,
    system: ({ base, run }, parts) => {
      if (base.options.system === 'per-layer' && !refusesLateSystem(base.model)) {
        for (const { state, message } of parts) encodeSystem(state, message)
        return undefined
      }
      let role = run.systemRole
      const content = joinSystem(parts, base.options.separator ?? '\n\n', (state, { providerOptions }) => {
        const fields = readFields(state, providerOptions, ['role', 'extra'])
        if (fields.role === 'developer') role = 'developer'
        return fields.extra
      })
      if (content !== '') run.messages.push({ role, content })
      return undefined
    },
    systemMessage: encodeSystem,
    userParts: { text: encodeText, image: encodeImage, file: encodeFile },
    user: (state, pieces, { providerOptions }) => {
      if (pieces.length === 0) return
      const content = typeof pieces === 'string' ? pieces : joinPieces(pieces)
      const fields = withValidName(state, readFields(state, providerOptions, ofMessage))
      state.run.messages.push(withExtra(state, { role: 'user', content }, fields))
    },
    open: (state, { message }) => withValidName(state, readFields(state, message.providerOptions, ofMessage)),
    answer: encodeAnswer,
    close: (state, turn) => {
      loseToolExtras(state, turn, (here, providerOptions) => void readFields(here, providerOptions, []))
      return false
    },
    body: (state, { tools }) => {
      const { context, model, options: asked, parameters } = state.base
      const { messages } = state.run
      if (messages.length === 0) throw nothingToSend()
      const sent = tools.filter((tool) => tool !== undefined)
      const toolChoice = encodeToolChoice(state, sent)
      const own: OpenAIChatRequest = defined({
        model,
        messages: forModel(state, messages),
        tools: orNone(sent),
        tool_choice: toolChoice,
        ...encodeParameters(parameters, model),
        ...encodePromptCache(state, asked.cache, { model, tools: sent, system: context.system ?? [] }),
      })
      return withRequestFields(state, own, parameters.providerOptions)
    },
  },
}

function encodeSystem(state: ChatState, message: SystemMessage): void {
  const fields = withValidName(state, readFields(state, message.providerOptions, ['role', 'extra']))
  const content = cleanText(state, message.content)
  if (content === '') return
  const role = fields.role === 'developer' ? 'developer' : state.run.systemRole
  state.run.messages.push(withExtra(state, { role, content }, fields))
}

/**
 * Writes a context as an OpenAI Chat Completions request, and reports what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateOpenAIChat`, except for a missing model. The context is
 * not changed; the JSON Schemas of tools are shared with it. The same context produces the same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, and
 * `WIRE_TOOL_PAIR` if the repair policy is `fail`
 * @example
 * const { request, losses } = encodeOpenAIChat({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'gpt-4o' })
 * // request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }, losses: [], repairs: []
 */
export function encodeOpenAIChat(context: WireContext, options: OpenAIChatOptions = {}): OpenAIChatEncoding {
  return encodeWith(openaiChatEncoder, context, options)
}

/**
 * Writes a context as the body of `client.chat.completions.create`. Losses go to `options.onLoss`; `encodeOpenAIChat`
 * returns them as a list, together with the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
 * @example
 * const request = toOpenAIChat(context, { model: 'gpt-4o', onLoss: (loss) => console.warn(loss.message) })
 * await client.chat.completions.create(request)
 */
export function toOpenAIChat(
  context: WireContext,
  options: OpenAIChatOptions & { readonly model: string },
): OpenAIChatRequest & { readonly model: string }
export function toOpenAIChat(
  context: WireContext & WithModel,
  options?: OpenAIChatOptions,
): OpenAIChatRequest & { readonly model: string }
export function toOpenAIChat(context: WireContext, options?: OpenAIChatOptions): OpenAIChatRequest
export function toOpenAIChat(context: WireContext, options?: OpenAIChatOptions): OpenAIChatRequest {
  return encodeOpenAIChat(context, options).request
}
