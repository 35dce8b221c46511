import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import { type WireOptions, wireChecks } from '../../shared/options.ts'

/**
 * How to write a request of Gemini; everything has a default.
 *
 * Of those of every format: `mergeConsecutive` is `true` by default, and joins contents, never texts. `ensureAlternating` is
 * by default what Gemini asks for, that the user speaks first; `true` also puts a marked message of the model between the
 * results of tools and the next message of the user, and `false` nothing but a user before a function call.
 */
export interface GeminiOptions extends WireOptions {
  /** Where the request goes. Vertex AI does not know all fields of the Gemini API. Default `'gemini'`. */
  readonly api?: 'gemini' | 'vertex'
  /**
   * Whether calls and results have ids. Default: `true` for the Gemini API; `false` for Vertex AI, which refused them
   * (vercel/ai#15664) until September 2026 (anomalyco/opencode#50504).
   */
  readonly callIds?: boolean
  /**
   * How schemas of tools are written: whole, as `parametersJsonSchema`, or as the subset of OpenAPI that `parameters` takes.
   * Default by the model: whole from Gemini 2.5 on.
   */
  readonly schemas?: 'json' | 'openapi'
  /**
   * Whether the first call of a step that has no thought signature (it was another model's, or a program's) gets Google's own
   * mark in its place, without which Gemini 3 refuses it. Default by the model: from Gemini 3 on.
   */
  readonly markUnsigned?: boolean
  /**
   * Whether images and documents that a tool gives back stand in its response or in a content of the user behind it. Default
   * by the model: in the response from Gemini 3 on; others refuse that (google-gemini/gemini-cli#19436).
   */
  readonly nestMedia?: boolean
}

/** The checks of these options. */
export const geminiChecks: Checks<GeminiOptions> = {
  ...wireChecks,
  api: mustBeOneOf(['gemini', 'vertex']),
  callIds: mustBeBoolean,
  schemas: mustBeOneOf(['json', 'openapi']),
  markUnsigned: mustBeBoolean,
  nestMedia: mustBeBoolean,
}
