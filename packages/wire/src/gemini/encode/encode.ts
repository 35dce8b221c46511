import { checkOptions } from '@lamella/core/plugin'
import { checkContext } from '../../shared/check-context.ts'
import { wireError } from '../../shared/errors.ts'
import { type Encoding, tell } from '../../shared/options.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import type { GeminiRequest } from '../types.ts'
import { beginEncoding } from './begin.ts'
import { completeContents } from './contents.ts'
import { type GeminiOptions, geminiChecks } from './options.ts'
import { encodeGeneration, fitGeneration } from './parameters.ts'
import { readRequestFields, withRequestFields } from './request-fields.ts'
import { encodeSystem, placeSystem } from './system.ts'
import { encodeToolConfig } from './tool-config.ts'
import { encodeTools } from './tools.ts'
import { encodeTurns } from './turns.ts'

/** A request of Gemini, and what became of the context on the way. */
export interface GeminiEncoding extends Encoding<GeminiRequest> {
  /** The model of the options, or that of the parameters: it is part of the address. */
  readonly model: string | undefined
}

/**
 * Writes a context as a request of Gemini's `generateContent`, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateGemini`. The context is not changed; JSON Schemas of tools that
 * need no change are shared with it. Same context, same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, `TOOL_SCHEMA_INVALID`,
 * and `WIRE_TOOL_PAIR` where the repair policy says `fail`
 * @example
 * const { request, model } = encodeGemini({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'gemini-2.5-pro' })
 * // request: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }, model: 'gemini-2.5-pro', losses: [], repairs: []
 */
export function encodeGemini(context: WireContext, options: GeminiOptions = {}): GeminiEncoding {
  checkOptions('encodeGemini', options, geminiChecks)
  checkContext(context)
  const { state, model, system, turns } = beginEncoding(context, options)
  const { parameters = {} } = context
  const encodedTools = encodeTools(state, context.tools ?? [])
  const placed = placeSystem(system, turns)
  const systemInstruction = encodeSystem(state, placed, options.system ?? 'joined', options.separator ?? '\n\n')
  encodeTurns(state, turns.slice(placed.length - system.length))
  if (systemInstruction === undefined && state.contents.list.length === 0) throw nothingToSend()
  completeContents(state, state.contents, turns[placed.length - system.length]?.index ?? 0)

  state.list = 'parameters'
  const fields = readRequestFields(state, parameters.providerOptions)
  const toolConfig = encodeToolConfig(state, parameters.toolChoice, fields.toolConfig, encodedTools)
  const generation = encodeGeneration(state, parameters, fields.generationConfig)
  const generationConfig = generation && fitGeneration(state, context, generation)
  const own: GeminiRequest = {
    contents: state.contents.list,
    ...(systemInstruction !== undefined && { systemInstruction }),
    ...(encodedTools.tools.length > 0 && { tools: encodedTools.tools }),
    ...(toolConfig !== undefined && { toolConfig }),
    ...(generationConfig !== undefined && { generationConfig }),
  }
  const request = withRequestFields(state, own, fields.extra)
  tell(options, state)
  return { request, model, losses: state.losses, repairs: state.repairs, toolNames: state.names.changed }
}

/** The error for a context without anything in it. */
function nothingToSend(): Error {
  return wireError(
    'WIRE_UNENCODABLE',
    'There is nothing to send: neither a system prompt nor a message with anything in it.',
    'Give a message to the build.',
    { path: 'messages' },
  )
}
