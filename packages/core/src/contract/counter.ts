import type { CountMemory } from './count-memory.ts'
import type { FragmentContent } from './fragment.ts'
import type { Message, ToolDefinition } from './message.ts'
import type { Framing, Tokenizer } from './tokenizer.ts'

/** Counts everything that costs tokens: texts, messages with their framing, tools. */
export interface Counter {
  readonly tokenizer: Tokenizer
  readonly framing: Framing
  readonly memory: CountMemory
  text(text: string): number
  message(message: Message): number
  /** Counts text, or the sum of messages. */
  content(content: FragmentContent): number
  /** @throws LamellaError `TOOL_SCHEMA_INVALID` */
  tools(tools: readonly ToolDefinition[]): number
}
