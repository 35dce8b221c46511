import type { NameRule } from '../shared/tool-names.ts'

/**
 * Function names. A character that is not allowed in first position also counts as invalid, so that it is replaced.
 *
 * Source: GE-FN-NAME, the API's own error ("Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain
 * underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64", kaitranntt/ccs#25).
 */
export const functionName: NameRule = {
  valid: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  invalidCharacter: /^[^a-zA-Z_]|[^a-zA-Z0-9_.:-]/g,
  maxLength: 64,
}

/** The maximum number of functions in one request. Source: types of @google/genai, `Tool.functionDeclarations`. */
export const maxFunctions = 512

/**
 * The maximum number of stop sequences in one request. Source: Gemini API reference, `GenerationConfig.stopSequences`.
 */
export const maxStops = 5

/**
 * The maximum number of characters in a call id. No limit is published; Gemini's own ids have eight, those of other
 * providers up to 64.
 */
export const maxCallId = 256

/** The largest `seed`: it is an int32. Source: Gemini API reference, `GenerationConfig.seed`. */
export const maxSeed = 2_147_483_647
