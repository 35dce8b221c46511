/** The maximum number of characters in a `call_id` or an item id. Source: OR-CALL-ID (schema); OR-ID. */
export const maxId = 64

/** The maximum number of characters in a tool's output. Source: OR-OUTPUT (schema `FunctionCallOutputItemParam`). */
export const maxOutput = 10_485_760

/** The smallest `max_output_tokens`. Source: OR-PARAM (the API's own error, "Expected a value >= 16"). */
export const minOutputTokens = 16

/** Media types that an `input_file` may not have. Source: a recorded 400 "got unsupported MIME type 'audio/mpeg'". */
export const notAFile: RegExp = /^(?:audio|video)\//i
