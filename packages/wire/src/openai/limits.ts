import type { NameRule } from '../shared/tool-names.ts'

/** Function names. Source: OC-FN-NAME (schema `FunctionObject.name`; nanbingxyz/5ire#33, mcp-use/mcp-use#90). */
export const functionName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/** The maximum number of tools in one request. Source: OC-TOOLS (julep-ai/julep#330). */
export const maxTools = 128

/** Media types of images. Source: OC-IMAGE (a recorded 400 "unsupported image"). */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * The maximum number of characters in a `prompt_cache_key`. Source: the API's own error, "expected a string with
 * maximum length 64".
 */
export const maxCacheKey = 64
