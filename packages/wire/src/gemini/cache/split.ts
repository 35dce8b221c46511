import { checkOptions } from '@lamella/core/plugin'
import { checkParameter } from '../../shared/check-parameter.ts'
import { type Encoding, tell } from '../../shared/options.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { type BegunEncoding, beginEncoding } from '../encode/begin.ts'
import { completeContents, createContents } from '../encode/contents.ts'
import { encodeGeneration } from '../encode/parameters.ts'
import { type RequestFields, readRequestFields, withRequestFields } from '../encode/request-fields.ts'
import type { EncodeState } from '../encode/state.ts'
import { encodeSystem, encodeSystemAsUser, placeSystem } from '../encode/system.ts'
import { encodeToolConfig } from '../encode/tool-config.ts'
import { encodeTools } from '../encode/tools.ts'
import { encodeTurns } from '../encode/turns.ts'
import type { GeminiContent, GeminiRequest, GeminiSystem, GeminiTool, GeminiToolConfig } from '../types.ts'
import { minCacheTokens } from './min-tokens.ts'
import { cacheChecks, type GeminiCacheOptions } from './options.ts'
import { type CacheCut, findCut } from './points.ts'
import { sha256 } from './sha256.ts'

/** The body of `POST .../cachedContents`. */
export interface GeminiCacheBody {
  /** Such as `models/gemini-2.5-pro`. For Vertex AI give the whole path as the model. */
  readonly model: string
  readonly systemInstruction?: GeminiSystem
  readonly tools?: GeminiTool[]
  readonly toolConfig?: GeminiToolConfig
  readonly contents?: GeminiContent[]
  readonly ttl?: string
  readonly displayName: string
}

/** A request in two: what is cached, and what is sent every time. */
export interface GeminiCacheSplit extends Omit<Encoding<never>, 'request'> {
  readonly create: GeminiCacheBody
  /** Names what is cached, and nothing else: the same bytes have the same key. */
  readonly key: string
  /** Tokens of the cache, at most, as the build counted them. */
  readonly tokens: number
  readonly model: string
  /** The rest, for a cache of this name. */
  request(cachedContent: string): GeminiRequest
}

/** Why a request has no cache. */
export interface GeminiNoCache {
  readonly create: undefined
  /** `no-point`: nothing of the system prompt stays for the session. `too-small`: the model takes no cache of this size. */
  readonly why: 'no-point' | 'too-small'
  /** Of what could be cached. */
  readonly tokens: number
  /** The fewest that a cache must have. */
  readonly minTokens: number
}

/**
 * Splits a request where its context stays the same, so that the front of it is cached once and named afterwards.
 *
 * Both halves together are the request of `encodeGemini`, with two differences. A system part behind the split (one that
 * changes at every turn) is sent as the user's in front of the rest, which is noted as `system-role`, since a request with a
 * cache has no system prompt. And contents are not joined across the split. The tool choice is part of the cache.
 *
 * @throws LamellaError as `encodeGemini`, and `WIRE_PARAMETER` for a context without a report, or without a model
 * @example
 * const split = splitGeminiCache(context, { model: 'gemini-2.5-pro', ttl: '600s' })
 * if (split.create === undefined) console.log(split.why, split.tokens, split.minTokens)
 * else console.log(split.create, split.request('cachedContents/abc'))
 */
export function splitGeminiCache(
  context: WireContext,
  options: GeminiCacheOptions = {},
): GeminiCacheSplit | GeminiNoCache {
  checkOptions('splitGeminiCache', options, cacheChecks)
  const begun = beginEncoding(context, options)
  const { model } = begun
  checkParameter('A cache of Gemini', 'model', model, model !== undefined && model !== '', 'the name of a model')
  const minTokens = options.minTokens ?? minCacheTokens(model ?? '')
  const cut = findCut(context, begun.turns, options.upTo ?? 'session')
  const tokens = cut?.tokens ?? 0
  if (cut !== undefined && tokens < minTokens) return { create: undefined, why: 'too-small', tokens, minTokens }
  const front = cut && encodeFront(context, options, begun, cut)
  if (cut === undefined || front === undefined) return { create: undefined, why: 'no-point', tokens, minTokens }

  const { state } = begun
  const rest = encodeRest(context, begun, cut, front.fields)
  tell(options, state)
  const named = { model: pathOf(model ?? ''), ...front.body }
  const key = `lamella-${sha256(JSON.stringify(named))}`
  const { ttl, displayName = key } = options
  return {
    create: { ...named, ...(ttl !== undefined && { ttl }), displayName },
    key,
    tokens,
    model: model ?? '',
    request: (cachedContent) => {
      const isName = typeof cachedContent === 'string' && cachedContent !== ''
      checkParameter('Gemini', 'cachedContent', cachedContent, isName, 'the name of a cache')
      return { ...rest, cachedContent }
    },
    losses: state.losses,
    repairs: state.repairs,
    toolNames: state.names.changed,
  }
}

interface Front {
  readonly body: Omit<GeminiCacheBody, 'model' | 'displayName'>
  readonly fields: RequestFields
}

/** What is cached; `undefined` if it is nothing but tools. */
function encodeFront(
  context: WireContext,
  options: GeminiCacheOptions,
  { state, system, turns }: BegunEncoding,
  cut: CacheCut,
): Front | undefined {
  const encodedTools = encodeTools(state, context.tools ?? [])
  const inFront = turns.slice(0, cut.turns)
  const placed = placeSystem(system.slice(0, cut.system), inFront)
  const systemInstruction = encodeSystem(state, placed, options.system ?? 'joined', options.separator ?? '\n\n')
  encodeTurns(state, inFront.slice(placed.length - cut.system))
  const { list: contents } = state.contents
  if (contents.length > 0) completeContents(state, state.contents, inFront[0]?.index ?? 0)
  if (systemInstruction === undefined && contents.length === 0) return undefined
  state.list = 'parameters'
  const { toolChoice, providerOptions } = context.parameters ?? {}
  const fields = readRequestFields(state, providerOptions)
  const toolConfig = encodeToolConfig(state, toolChoice, fields.toolConfig, encodedTools)
  const body = {
    ...(systemInstruction !== undefined && { systemInstruction }),
    ...(encodedTools.tools.length > 0 && { tools: encodedTools.tools }),
    ...(toolConfig !== undefined && { toolConfig }),
    ...(contents.length > 0 && { contents }),
  }
  return { body, fields }
}

/** What is sent every time. */
function encodeRest(
  { parameters = {} }: WireContext,
  { state, system, turns }: BegunEncoding,
  cut: CacheCut,
  { generationConfig, extra }: RequestFields,
): GeminiRequest {
  const { merges, alternates } = state.contents
  const before = state.contents.list.at(-1)?.role
  const rest: EncodeState = { ...state, contents: createContents(merges, alternates, before) }
  for (let index = cut.system; index < system.length; index++) {
    const message = system[index]
    if (message !== undefined) encodeSystemAsUser(rest, { list: 'system', index, message })
  }
  encodeTurns(rest, turns.slice(cut.turns))
  completeContents(rest, rest.contents, turns[cut.turns]?.index ?? 0)
  rest.list = 'parameters'
  const config = encodeGeneration(rest, parameters, generationConfig)
  const own: GeminiRequest = {
    contents: rest.contents.list,
    ...(config !== undefined && { generationConfig: config }),
    cachedContent: '',
  }
  return withRequestFields(rest, own, extra)
}

function pathOf(model: string): string {
  return model.includes('/') ? model : `models/${model}`
}
