import type { SystemMessage } from '@lamella/core'
import { encodeWith } from '../../kit/encode.ts'
import type { EncoderDefinition, PlacedSystem } from '../../kit/format.ts'
import { joinSystem } from '../../kit/system.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { nothingToSend } from '../../shared/errors.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import type { Encoding } from '../../shared/options.ts'
import { loseToolExtras } from '../../shared/tool-extras.ts'
import type { WireContext, WithModel } from '../../shared/wire-context.ts'
import { functionName, maxCallId } from '../limits.ts'
import { generationOf } from '../model.ts'
import { type GeminiKeys, readFields, withExtra } from '../provider-fields.ts'
import { type GenAIParameters, type GenAIRequest, toGenAI } from '../to-genai.ts'
import type { GeminiPart, GeminiRequest, GeminiSystem } from '../types.ts'
import { encodeAnswer } from './assistant.ts'
import { addContent, completeContents, createContents } from './contents.ts'
import { isNative } from './native.ts'
import { encodeGeneration, fitGeneration, readRequestFields, withRequestFields } from './parameters.ts'
import { type GeminiOptions, type GeminiState, type GeminiTypes, geminiChecks } from './state.ts'
import { encodeTool, encodeToolConfig, groupTools, mixesTools } from './tools.ts'
import { encodeMedia, encodeText } from './user.ts'

/** A Gemini request, and what changed while encoding the context. */
export interface GeminiEncoding extends Encoding<GeminiRequest> {
  /** The model from the options or the parameters: it is part of the URL. */
  readonly model: string | undefined
}

const ofMessage: GeminiKeys = ['extra']

export const geminiEncoder: EncoderDefinition<GeminiTypes> = {
  name: 'gemini',
  title: 'Gemini',
  encoder: 'encodeGemini',
  options: geminiChecks,
  limits: { toolName: functionName, callId: { maxLength: maxCallId, unique: 'message' } },
  conversation: { leadingSystem: true, merge: 'format', alternate: 'format' },
  encode: {
    begin: ({ base: { model, options, context } }) => {
      const { api = 'gemini', mergeConsecutive = true, ensureAlternating } = options
      const generation = generationOf(model)
      return {
        contents: createContents(mergeConsecutive, ensureAlternating),
        generation,
        api,
        schemas: options.schemas ?? (generation < 2.5 ? 'openapi' : 'json'),
        writesIds: options.callIds ?? api === 'gemini',
        needsSignatures: options.markUnsigned ?? generation >= 3,
        nestsMedia: options.nestMedia ?? generation >= 3,
        mixesTools: mixesTools(generation, context.tools),
        functions: new Set(),
      }
    },
    tool: encodeTool,
    system: encodeSystem,
    systemMessage: encodeSystemAsUser,
    userParts: { text: encodeText, image: encodeMedia, file: encodeMedia },
    user: (state, pieces, { providerOptions }) => {
      const parts: GeminiPart[] = []
      if (typeof pieces !== 'string')
        for (const part of pieces) parts.push(typeof part === 'string' ? { text: part } : part)
      else if (pieces !== '') parts.push({ text: pieces })
      addContent(state, state.run.contents, parts, 'user', readFields(state, providerOptions, ofMessage))
    },
    open: (state, { message }) => readFields(state, message.providerOptions, ofMessage),
    isNative: (_, part) => isNative(part),
    answer: encodeAnswer,
    close: (state, turn) => {
      loseToolExtras(state, turn, (here, providerOptions) => void readFields(here, providerOptions, []))
      return false
    },
    body: (state, { tools, system, turns }) => {
      const { context, parameters } = state.base
      const { contents } = state.run
      const encodedTools = groupTools(tools)
      if (system === undefined && contents.list.length === 0) throw nothingToSend()
      completeContents(state, contents, turns[0]?.index ?? 0)
      const fields = readRequestFields(state, parameters.providerOptions)
      const toolConfig = encodeToolConfig(state, parameters.toolChoice, fields.toolConfig, encodedTools)
      const generation = encodeGeneration(state, parameters, fields.generationConfig)
      const generationConfig = generation && fitGeneration(state, context, generation)
      const own: GeminiRequest = defined({
        contents: contents.list,
        systemInstruction: system,
        tools: orNone(encodedTools.tools),
        toolConfig,
        generationConfig,
      })
      return withRequestFields(state, own, fields.extra)
    },
  },
}

/** Writes the system prompt as one part, or as one part per layer. */
function encodeSystem(
  { base: { options } }: GeminiState,
  system: readonly PlacedSystem<GeminiTypes>[],
): GeminiSystem | undefined {
  if (options.system === 'per-layer') {
    const parts = system.flatMap(({ state, message: { content, providerOptions } }) => {
      const fields = readFields(state, providerOptions, ['extra'])
      const text = cleanText(state, content)
      return text === '' ? [] : [withExtra(state, { text }, fields)]
    })
    return parts.length > 0 ? { parts } : undefined
  }
  const text = joinSystem(system, options.separator ?? '\n\n', (state, { providerOptions }) => {
    return readFields(state, providerOptions, ['extra']).extra
  })
  return text === '' ? undefined : { parts: [{ text }] }
}

/** Writes a system message that cannot go into the system prompt as user content. */
export function encodeSystemAsUser(state: GeminiState, { content, providerOptions }: SystemMessage): void {
  const fields = readFields(state, providerOptions, ['extra'])
  const text = cleanText(state, content)
  if (text === '') return
  lose(state, 'system-role', 'Gemini accepts instructions only before the conversation: sent as user content.')
  addContent(state, state.run.contents, [withExtra(state, { text }, fields)], 'system')
}

/**
 * Writes a context as a `generateContent` request for Gemini, and reports what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateGemini`. The context is not changed; tool JSON Schemas
 * that need no change are shared with it. The same context produces the same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`,
 * `TOOL_SCHEMA_INVALID`, and `WIRE_TOOL_PAIR` if the repair policy is `fail`
 * @example
 * const { request, model } = encodeGemini({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'gemini-2.5-pro' })
 * // request: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }, model: 'gemini-2.5-pro', losses: [], repairs: []
 */
export function encodeGemini(context: WireContext, options: GeminiOptions = {}): GeminiEncoding {
  const { request, ...report } = encodeWith(geminiEncoder, context, options)
  return { request, model: options.model ?? context.parameters?.model, ...report }
}

/**
 * Writes a context as the argument of `client.models.generateContent` in the `@google/genai` package. Losses go to
 * `options.onLoss`; `encodeGemini` returns them as a list, with the body of the REST API and the names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
 * @example
 * const request = toGemini(context, { model: 'gemini-2.5-pro', onLoss: (loss) => console.warn(loss.what) })
 * await client.models.generateContent(request)
 */
export function toGemini(context: WireContext, options: GeminiOptions & { readonly model: string }): GenAIParameters
export function toGemini(context: WireContext & WithModel, options?: GeminiOptions): GenAIParameters
export function toGemini(context: WireContext, options?: GeminiOptions): GenAIRequest
export function toGemini(context: WireContext, options?: GeminiOptions): GenAIRequest {
  const { request, model } = encodeGemini(context, options)
  const { model: _, ...nameless } = toGenAI(request, '')
  return model === undefined ? nameless : { model, ...nameless }
}
