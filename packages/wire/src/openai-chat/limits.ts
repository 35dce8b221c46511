/**
 * The maximum number of characters in a tool call id that every version accepts. Source: OC-CALL-ID
 * (microsoft/autogen#6377).
 */
export const portableCallId = 40

/**
 * The maximum number of characters in a tool call id that the current API accepts. Source: OC-CALL-ID
 * (jin-bo/agentao#321).
 */
export const maxCallId = 64

/** The maximum number of stop sequences in one request. Source: schema `StopConfiguration`. */
export const maxStops = 4

/**
 * The maximum number of characters in a participant `name`. Source: the API's own error, "string too long", as for
 * function names.
 */
export const maxName = 64

/**
 * The participant `name`. Source: the API's own error, "Expected a string that matches the pattern '^[^\s<|\\/>]+$'"
 * (ComposioHQ/composio, LangChain's `sanitizeRunnableName`); before 2025 it was '^[a-zA-Z0-9_-]+$' (ag2ai/ag2#451,
 * jekalmin/extended_openai_conversation#251).
 */
export const validName: RegExp = /^[^\s<|\\/>]{1,64}$/

/** Matches all characters that a `name` may not contain. */
export const invalidNameCharacters: RegExp = /[\s<|\\/>]+/g
