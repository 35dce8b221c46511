import { checkOptions } from '@lamella/core/plugin'
import { beginRun, finish, prepareConversation, systemOf, writeTools } from '../../kit/encode.ts'
import { writeTurns } from '../../kit/write-turns.ts'
import { checkParameter } from '../../shared/check-parameter.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { at, createLedger } from '../../shared/ledger.ts'
import type { Encoding } from '../../shared/options.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { completeContents, createContents } from '../encode/contents.ts'
import { encodeSystemAsUser, geminiEncoder } from '../encode/encode.ts'
import { encodeGeneration, type RequestFields, readRequestFields, withRequestFields } from '../encode/parameters.ts'
import type { GeminiState } from '../encode/state.ts'
import { encodeToolConfig, groupTools } from '../encode/tools.ts'
import { generationOf } from '../model.ts'
import type { GeminiCacheBody, GeminiRequest } from '../types.ts'
import { cacheChecks, type GeminiCacheOptions } from './options.ts'
import { type CacheCut, findCut } from './points.ts'
import { sha256 } from './sha256.ts'

/**
 * The minimum cache size of a model, in tokens.
 *
 * Source: ai.google.dev, "Context caching": 4,096 for Gemini 3.1 to 3.8, 2,048 for 2.5 (table of 2026; the API itself
 * has been seen to accept less); cloud.google.com, "Context caching overview": 32,768 for 1.5. Models that the tables
 * do not list get the largest current value.
 */
function minCacheTokens(model: string): number {
  const generation = generationOf(model)
  if (generation < 2) return 32_768
  return generation < 3 ? 2_048 : 4_096
}

/** A request split in two: the cached part and the part sent every time. */
export interface GeminiCacheSplit extends Omit<Encoding<never>, 'request'> {
  readonly create: GeminiCacheBody
  /** Identifies the cached content alone: the same bytes have the same key. */
  readonly key: string
  /** The maximum number of tokens that the cache has, as counted by the build. */
  readonly tokens: number
  readonly model: string
  /** Returns the rest of the request, for a cache with the given name. */
  request(cachedContent: string): GeminiRequest
}

/** Why a request has no cache. */
export interface GeminiNoCache {
  readonly create: undefined
  /**
   * `no-point`: no part of the system prompt stays for the session. `too-small`: the content is below the model's
   * minimum cache size.
   */
  readonly why: 'no-point' | 'too-small'
  /** The tokens that could be cached. */
  readonly tokens: number
  /** The minimum number of tokens for a cache. */
  readonly minTokens: number
}

/**
 * Splits a request at the end of its stable part, so that this part is cached once and referenced by name afterwards.
 *
 * Together, the halves equal the request of `encodeGemini`, with two differences. A system part after the split (one
 * that changes every turn) is sent as user content at the start of the rest and reported as `system-role`, because a
 * request with a cache cannot have a system prompt. Contents are not joined across the split. The tool choice is part
 * of the cache.
 *
 * @throws LamellaError the errors of `encodeGemini`, and `WIRE_PARAMETER` if the context has no report or no model is
 * given
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
  const state = beginRun(geminiEncoder, context, options)
  const { model } = state.base
  checkParameter('A Gemini cache', 'model', model, model !== undefined && model !== '', 'a model name')
  const minTokens = options.minTokens ?? minCacheTokens(model ?? '')
  const turns = prepareConversation(geminiEncoder, state)
  const cut = findCut(context, turns, options.upTo ?? 'session')
  const tokens = cut?.tokens ?? 0
  if (cut !== undefined && tokens < minTokens) return { create: undefined, why: 'too-small', tokens, minTokens }
  const front = cut && encodeFront(state, turns, cut)
  if (cut === undefined || front === undefined) return { create: undefined, why: 'no-point', tokens, minTokens }

  const rest = encodeRest(state, turns, cut, front.fields)
  const { losses, repairs, toolNames, toolFields } = finish(state, rest)
  const path = model?.includes('/') ? model : `models/${model}`
  const named = { model: path, ...front.body }
  const key = `lamella-${sha256(JSON.stringify(named))}`
  const { ttl, displayName = key } = options
  return {
    create: defined({ ...named, ttl, displayName }),
    key,
    tokens,
    model: model ?? '',
    request: (cachedContent) => {
      const isName = typeof cachedContent === 'string' && cachedContent !== ''
      checkParameter('Gemini', 'cachedContent', cachedContent, isName, 'a cache name')
      return { ...rest, cachedContent }
    },
    losses,
    repairs,
    toolNames,
    toolFields,
  }
}

interface Front {
  readonly body: Omit<GeminiCacheBody, 'model' | 'displayName'>
  readonly fields: RequestFields
}

/** The content to cache; `undefined` if only tools are cached. */
function encodeFront(state: GeminiState, turns: readonly Turn[], cut: CacheCut): Front | undefined {
  const { context, parameters } = state.base
  const { contents } = state.run
  const encodedTools = groupTools(writeTools(geminiEncoder, state))
  const system = context.system?.slice(0, cut.system) ?? []
  const placed = systemOf(geminiEncoder, state, turns.slice(0, cut.turns), system)
  const systemInstruction = geminiEncoder.encode.system(state, placed)
  const inFront = turns.slice(placed.length - system.length, cut.turns)
  writeTurns(geminiEncoder, state, inFront)
  if (contents.list.length > 0) completeContents(state, contents, turns[0]?.index ?? 0)
  if (systemInstruction === undefined && contents.list.length === 0) return undefined
  const fields = readRequestFields(state, parameters.providerOptions)
  const toolConfig = encodeToolConfig(state, parameters.toolChoice, fields.toolConfig, encodedTools)
  const { tools } = encodedTools
  const body = defined({ systemInstruction, tools: orNone(tools), toolConfig, contents: orNone(contents.list) })
  return { body, fields }
}

/** The part that is sent every time. */
function encodeRest(
  { book, base, run }: GeminiState,
  turns: readonly Turn[],
  cut: CacheCut,
  { generationConfig, extra }: RequestFields,
): GeminiRequest {
  const { merges, alternates, list } = run.contents
  const contents = createContents(merges, alternates, list.at(-1)?.role)
  const rest: GeminiState = createLedger(book, base, { ...run, contents })
  for (const [index, message] of (base.context.system ?? []).entries()) {
    if (index >= cut.system) encodeSystemAsUser(at(rest, 'system', index), message)
  }
  writeTurns(geminiEncoder, rest, turns.slice(cut.turns))
  completeContents(rest, contents, turns[cut.turns]?.index ?? 0)
  const config = encodeGeneration(rest, base.parameters, generationConfig)
  return withRequestFields(
    rest,
    defined({ contents: contents.list, generationConfig: config, cachedContent: '' }),
    extra,
  )
}
