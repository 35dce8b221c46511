/** Non-canonical message formats, as far as their fields and part types reveal. */
export type MessageFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  /** Messages of version 4, whose parts had other fields. */
  | 'ai-sdk-4'
  /** The AI SDK's UI messages: `{ role, parts }`. */
  | 'ai-sdk-ui'
