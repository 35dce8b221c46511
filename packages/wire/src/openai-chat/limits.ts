import type { NameRule } from '../shared/tool-names.ts'

/** Names of functions. Source: OC-FN-NAME (schema `FunctionObject.name`; nanbingxyz/5ire#33, mcp-use/mcp-use#90). */
export const functionName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/** Characters of a tool call id that every version takes. Source: OC-CALL-ID (microsoft/autogen#6377). */
export const portableCallId = 40

/** Characters of a tool call id that the API takes today. Source: OC-CALL-ID (jin-bo/agentao#321). */
export const maxCallId = 64

/** Tools in one request. Source: OC-TOOLS (julep-ai/julep#330). */
export const maxTools = 128

/** Stop sequences in one request. Source: schema `StopConfiguration`. */
export const maxStops = 4

/** Media types of images. Source: OC-IMAGE (a recorded 400 "unsupported image"). */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
