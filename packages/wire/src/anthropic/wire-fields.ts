/**
 * Fields of messages and blocks that the API takes, beside those that the encoder writes. Everything else is a program's own,
 * or that of another API, and is refused: "messages.1.reasoning_details: Extra inputs are not permitted" (400,
 * RooCodeInc/Roo-Code#11429), "tool_use.text: Extra inputs are not permitted" (anthropics/claude-code#4378). A response that
 * was stored whole has many of them. Blocks of types that are not known here go back as they were.
 *
 * Source: types of @anthropic-ai/sdk 1.12.0 (`MessageParam`, `ContentBlockParam`); Anthropic, "Effort" (output_config of a
 * system message).
 */
export const wireFields: readonly string[] = [
  'output_config',
  'citations',
  'caller',
  'title',
  'context',
  'toolset_name',
  'cache_reference',
]
