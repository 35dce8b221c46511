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
