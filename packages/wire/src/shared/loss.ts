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
