import type { FragmentContent } from '../contract/fragment.ts'
import type { DataContent, Message, Part, ToolDefinition, ToolOutput, ToolResultPart } from '../contract/message.ts'
import type { Framing, Tokenizer } from '../contract/tokenizer.ts'
import { rememberCounts } from './text-counts.ts'

/** Counts everything that costs: texts, messages with their framing, tools. */
export interface Counter {
  readonly tokenizer: Tokenizer
  readonly framing: Framing
  text(text: string): number
  message(message: Message): number
  /** Text, or the sum of messages. */
  content(content: FragmentContent): number
  tools(tools: readonly ToolDefinition[]): number
}

/** Bytes of a file that make one token, for files that are not text. A PDF page of 60 KB costs 1,500 to 3,000. */
const bytesPerToken = 40

/** A counter over a tokenizer and a format's framing. Counts are remembered by content, so keep it between builds. */
export function createCounter(tokenizer: Tokenizer, framing: Framing): Counter {
  const text = rememberCounts(tokenizer)
  const json = (value: unknown): number => text(jsonText(value))

  const output = (value: ToolOutput): number => {
    if (value.type === 'text' || value.type === 'error-text') return text(value.value)
    if (value.type !== 'content') return json(value.value)
    return value.value.reduce(
      (sum, item) => sum + (item.type === 'text' ? text(item.text) : media(item.data, item.mediaType)),
      0,
    )
  }
  const result = (part: ToolResultPart): number => framing.toolResult + output(part.output)

  const media = (data: DataContent | URL, mediaType: string): number => {
    if (mediaType.startsWith('image/')) return framing.image
    return Math.max(framing.image, Math.ceil(byteLength(data) / bytesPerToken))
  }
  const part = (value: Part): number => {
    switch (value.type) {
      case 'text':
      case 'reasoning':
        return text(value.text)
      case 'image':
        return framing.image
      case 'file':
        return media(value.data, value.mediaType)
      case 'tool-call':
        return framing.toolCall + text(value.toolName) + json(value.input)
      case 'tool-result':
        return result(value)
    }
  }
  const message = (value: Message): number => {
    if (typeof value.content === 'string') return framing.message + text(value.content)
    // Each result of a tool message is a message of its own in most formats.
    if (value.role === 'tool') return value.content.reduce((sum, item) => sum + framing.message + result(item), 0)
    return (value.content as readonly Part[]).reduce((sum, item) => sum + part(item), framing.message)
  }
  // By object as well as by content: a schema is by far the largest JSON of a request, and the same in every build.
  const known = new WeakMap<ToolDefinition, number>()
  const tool = (value: ToolDefinition): number => {
    const { name, description = '', inputSchema } = value
    const tokens = known.get(value) ?? framing.tool + text(name) + text(description) + json(inputSchema)
    known.set(value, tokens)
    return tokens
  }

  return {
    tokenizer,
    framing,
    text,
    message,
    content: (content) =>
      typeof content === 'string' ? text(content) : content.reduce((sum, item) => sum + message(item), 0),
    tools: (tools) => tools.reduce((sum, item) => sum + tool(item), 0),
  }
}

/** What cannot be JSON (a cycle, a BigInt) costs nothing here; the encoder refuses it with a path. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/** Bytes of data; a URL's are not known and count as none. */
function byteLength(data: DataContent | URL): number {
  if (typeof data === 'string') return Math.ceil((data.length * 3) / 4)
  return data instanceof URL ? 0 : data.byteLength
}
