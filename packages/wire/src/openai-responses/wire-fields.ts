/**
 * Fields of messages, calls, results and reasoning that the API takes, beside those that the encoder writes. Everything else
 * in a recorded item is a program's own, or an SDK's, and is refused ("Unknown parameter: 'input[1].parsed_arguments'").
 *
 * Source: schemas `EasyInputMessage`, `OutputMessage`, `FunctionToolCall`, `FunctionCallOutputItemParam`, `CustomToolCall`,
 * `ReasoningItem`; `content` of reasoning is what models that are open say they thought.
 */
export const itemFields: readonly string[] = ['status', 'phase', 'namespace', 'caller', 'content', 'encrypted_content']

/** The same of parts. Source: schemas `InputTextContent`, `InputImageContent`, `InputFileContent`, `OutputTextContent`. */
export const partFields: readonly string[] = [
  'detail',
  'filename',
  'annotations',
  'logprobs',
  'prompt_cache_breakpoint',
]
