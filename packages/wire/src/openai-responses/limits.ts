/** Characters of a `call_id` and of the id of an item. Source: OR-CALL-ID (schema); OR-ID. */
export const maxId = 64

/** Characters of a tool's output. Source: OR-OUTPUT (schema `FunctionCallOutputItemParam`). */
export const maxOutput = 10_485_760

/** The smallest `max_output_tokens`. Source: OR-PARAM (the API's own error, "Expected a value >= 16"). */
export const minOutputTokens = 16

/** Media types that no `input_file` may have. Source: a recorded 400 "got unsupported MIME type 'audio/mpeg'". */
export const notAFile: RegExp = /^(?:audio|video)\//i
