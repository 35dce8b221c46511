/**
 * The kind of content that a request does not carry, or carries only in changed form.
 *
 * - `reasoning`: a reasoning part is left out, or sent without its signature.
 * - `media`: an image, file or recording is left out; in user messages and tool results a marker replaces it.
 * - `part`: a part or a tool output of a type that the format does not have.
 * - `error-flag`: a failed tool result is sent as ordinary text.
 * - `refusal`: a refusal next to other text is sent as text.
 * - `provider-executed`: a provider-executed call is sent as an ordinary call, or left out if it has no result.
 * - `provider-tool`: a tool of another provider is left out.
 * - `provider-options`: provider options that the format has no field for.
 * - `parameter`: a parameter that the format has no field for, or cannot combine with another one.
 * - `system-role`: a system message between other messages is sent in another role.
 * - `summary`: a provider's own summary is sent as text, or messages that one covers are left out.
 * - `cache`: a cache mark beyond what the provider accepts.
 * - `value`: a value that JSON changes, such as NaN, which becomes null.
 * - `tool-choice`: a tool choice without tools.
 */
export type LossCode =
  | 'reasoning'
  | 'media'
  | 'part'
  | 'error-flag'
  | 'refusal'
  | 'provider-executed'
  | 'provider-tool'
  | 'provider-options'
  | 'parameter'
  | 'system-role'
  | 'summary'
  | 'cache'
  | 'value'
  | 'tool-choice'

/** One thing in a context that its request does not carry, or carries only in changed form. */
export interface Loss {
  readonly code: LossCode
  /** The position in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly what: string
}

/**
 * What kind of change was made so that the provider accepts the request.
 *
 * - `tool-pair`: a call got a stand-in for its result or was dropped, or a result was dropped or moved after its call.
 * - `call-id`: a tool call id is empty, too long, a duplicate or outside the alphabet, and is replaced.
 * - `tool-name`: the same for a tool name.
 * - `field-name`: the same for a field of a tool's arguments.
 * - `schema`: the JSON Schema of a tool is rewritten for the provider.
 * - `empty-text`: an empty text is left out.
 * - `empty-message`: an empty message is left out.
 * - `surrogate`: a lone surrogate becomes U+FFFD.
 * - `merged`: a message is joined to the preceding one of the same role.
 * - `alternation`: a marked message is inserted so that the user speaks first or last, or roles alternate.
 * - `added`: a marked text, or a declaration for a tool in the history, is inserted because the provider requires one.
 * - `base64`: bytes are rewritten in standard base64: one line, padded.
 * - `media-type`: a file without a usable media type gets the one detected from its bytes or its URL; a
 *   text file is sent as text.
 * - `name`: a participant name has characters that the provider rejects, and is replaced.
 * - `summary`: a second copy of a provider's own summary is left out: there may be one.
 * - `order`: the parts of a message are reordered.
 */
export type RepairCode =
  | 'tool-pair'
  | 'call-id'
  | 'tool-name'
  | 'field-name'
  | 'schema'
  | 'empty-text'
  | 'empty-message'
  | 'surrogate'
  | 'merged'
  | 'alternation'
  | 'added'
  | 'base64'
  | 'media-type'
  | 'name'
  | 'summary'
  | 'order'

/** One repair. */
export interface WireRepair {
  readonly code: RepairCode
  /** The position in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly what: string
  /** The id or name in the context and the one that is sent, if it was replaced. */
  readonly renamed?: { readonly from: string; readonly to: string }
}
