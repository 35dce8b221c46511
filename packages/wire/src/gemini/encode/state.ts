import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import type { EncodeState } from '../../kit/run.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'
import type { GeminiFields } from '../provider-fields.ts'
import type { GeminiFunction, GeminiPart, GeminiRequest, GeminiSystem, GeminiTool } from '../types.ts'
import type { ContentList } from './contents.ts'

/**
 * How to write a Gemini request; every option has a default.
 *
 * About the shared options: `mergeConsecutive` is `true` by default, and joins contents, never texts.
 * `ensureAlternating` by default does only what Gemini requires, that the user speaks first; `true` also inserts a
 * marked model message between tool results and the next user message, and `false` inserts only a user message before a
 * function call.
 */
export interface GeminiOptions extends WireOptions {
  /** Where the request is sent. Vertex AI does not support all fields of the Gemini API. Default `'gemini'`. */
  readonly api?: 'gemini' | 'vertex'
  /**
   * Whether to send ids of calls and results. Default: `true` for the Gemini API; `false` for Vertex AI, which rejected
   * them (vercel/ai#15664) until September 2026 (anomalyco/opencode#50504).
   */
  readonly callIds?: boolean
  /**
   * How to write tool schemas: in full, as `parametersJsonSchema`, or as the OpenAPI subset that `parameters` accepts.
   * The default depends on the model: in full from Gemini 2.5 on.
   */
  readonly schemas?: 'json' | 'openapi'
  /**
   * Whether the first call of a step that has no thought signature (because another model or a program made it) gets
   * Google's own placeholder, without which Gemini 3 rejects it. The default depends on the model: on from Gemini 3.
   */
  readonly markUnsigned?: boolean
  /**
   * Whether images and documents that a tool returns go into its response or into user content after it. The default
   * depends on the model: in the response from Gemini 3 on; other models reject that (google-gemini/gemini-cli#19436).
   */
  readonly nestMedia?: boolean
}

export const geminiChecks: Checks<GeminiOptions> = {
  ...wireChecks,
  api: mustBeOneOf(['gemini', 'vertex']),
  callIds: mustBeBoolean,
  schemas: mustBeOneOf(['json', 'openapi']),
  markUnsigned: mustBeBoolean,
  nestMedia: mustBeBoolean,
}

/** State shared by the functions of this encoder during one run. */
interface GeminiRun {
  readonly contents: ContentList
  /** The model's generation. */
  readonly generation: number
  readonly api: 'gemini' | 'vertex'
  readonly schemas: 'json' | 'openapi'
  readonly writesIds: boolean
  /** Whether the first call of each step needs a signature or a placeholder. */
  readonly needsSignatures: boolean
  /** Whether images and documents of a tool go into its response or after it. */
  readonly nestsMedia: boolean
  /** Whether the model accepts functions together with Google's tools. */
  readonly mixesTools: boolean
  /** The names of the functions in the request. */
  readonly functions: Set<string>
}

export interface GeminiTypes {
  readonly options: GeminiOptions
  readonly run: GeminiRun
  readonly tool: GeminiFunction | { readonly own: GeminiTool }
  readonly system: GeminiSystem | undefined
  readonly part: GeminiPart
  readonly turn: GeminiFields
  readonly request: GeminiRequest
}

/** A position in the context, and the shared state of this encoder run. */
export type GeminiState = EncodeState<GeminiTypes>
