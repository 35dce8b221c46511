/**
 * What kind of thing was put right, so that the provider takes the request.
 *
 * - `tool-pair`: a call got a stand-in for its result or was dropped, a result was dropped or moved behind its call.
 * - `call-id`: a tool call id is empty, too long, doubled or outside of the alphabet, and is replaced.
 * - `tool-name`: the same with the name of a tool.
 * - `schema`: a JSON Schema of a tool is written in the way the provider takes it.
 * - `empty-text`: a text without anything in it is left out.
 * - `empty-message`: a message without anything in it is left out.
 * - `surrogate`: half of a surrogate pair, which becomes U+FFFD.
 * - `merged`: a message is joined to the one of the same role before it.
 * - `alternation`: a marked message was put in, so that the user speaks first or last, or that roles alternate.
 * - `added`: a marked text, or a declaration of a tool of the history, was put in, since the provider asks for one.
 * - `base64`: bytes are written in standard base64: one line, padded.
 * - `media-type`: a file without a usable media type gets the one that its bytes or its address show.
 * - `name`: the name of a participant has characters that the provider refuses, and is replaced.
 * - `order`: the parts of a message stand in another order.
 */
export type RepairCode =
  | 'tool-pair'
  | 'call-id'
  | 'tool-name'
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
  | 'order'

/** One thing that was put right. */
export interface WireRepair {
  readonly code: RepairCode
  /** Where it stands in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly what: string
  /** The id or the name as the context has it and as it is sent, where one replaces the other. */
  readonly renamed?: { readonly from: string; readonly to: string }
}
