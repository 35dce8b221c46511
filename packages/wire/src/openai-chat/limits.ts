/** Characters of a tool call id that every version takes. Source: OC-CALL-ID (microsoft/autogen#6377). */
export const portableCallId = 40

/** Characters of a tool call id that the API takes today. Source: OC-CALL-ID (jin-bo/agentao#321). */
export const maxCallId = 64

/** Stop sequences in one request. Source: schema `StopConfiguration`. */
export const maxStops = 4

/** Characters of the `name` of a participant. Source: the API's own error, "string too long", as for names of functions. */
export const maxName = 64

/**
 * The `name` of a participant. Source: the API's own error, "Expected a string that matches the pattern '^[^\s<|\\/>]+$'"
 * (ComposioHQ/composio, LangChain's `sanitizeRunnableName`); before 2025 it was '^[a-zA-Z0-9_-]+$' (ag2ai/ag2#451,
 * jekalmin/extended_openai_conversation#251).
 */
export const validName: RegExp = /^[^\s<|\\/>]{1,64}$/

/** What no `name` may have; global. */
export const invalidNameCharacters: RegExp = /[\s<|\\/>]+/g
