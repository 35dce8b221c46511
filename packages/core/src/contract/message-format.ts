/** Formats of messages that are not canonical, as far as their fields and types of parts tell. */
export type MessageFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  /** Messages of version 4, whose parts had other fields. */
  | 'ai-sdk-4'
  /** What the AI SDK shows a person: `{ role, parts }`. */
  | 'ai-sdk-ui'
