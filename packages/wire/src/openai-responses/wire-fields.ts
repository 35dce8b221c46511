/**
 * Fields of messages, calls, results and reasoning that the API accepts, in addition to those that the encoder writes.
 * Everything else in a recorded item belongs to a program or an SDK, and is rejected ("Unknown parameter:
 * 'input[1].parsed_arguments'").
 *
 * Source: schemas `EasyInputMessage`, `OutputMessage`, `FunctionToolCall`, `FunctionCallOutputItemParam`,
 * `CustomToolCall`, `ReasoningItem`; open models return their thoughts in the `content` of reasoning.
 */
export const itemFields: readonly string[] = ['status', 'phase', 'namespace', 'caller', 'content', 'encrypted_content']

/**
 * Fields of parts that the API accepts, in addition to those that the encoder writes. Source: schemas
 * `InputTextContent`, `InputImageContent`, `InputFileContent`, `OutputTextContent`.
 */
export const partFields: readonly string[] = [
  'detail',
  'filename',
  'annotations',
  'logprobs',
  'prompt_cache_breakpoint',
]
