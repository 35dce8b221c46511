/**
 * Fields of messages and blocks that the API accepts, in addition to those that the encoder writes. All other fields
 * belong to an application or another API, and are rejected: "messages.1.reasoning_details: Extra inputs are not
 * permitted" (400, RooCodeInc/Roo-Code#11429), "tool_use.text: Extra inputs are not permitted"
 * (anthropics/claude-code#4378). A response that was stored whole has many of them. Blocks of unknown types are sent
 * back unchanged.
 *
 * Source: types of @anthropic-ai/sdk 1.14.0 (`MessageParam`, `ContentBlockParam`, `BetaSystemMessageParam`: `output_config` and
 * `clear_at` of a system message). Read on 2026-11-29.
 */
export const wireFields: readonly string[] = [
  'output_config',
  'clear_at',
  'citations',
  'caller',
  'title',
  'context',
  'toolset_name',
  'cache_reference',
]
