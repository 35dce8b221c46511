import type { FragmentContent } from '../contract/fragment.ts'
import type {
  DataContent,
  Message,
  Part,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
  ToolPart,
} from '../contract/message.ts'
import type { Framing, Tokenizer } from '../contract/tokenizer.ts'
import { jsonSchemaOf } from '../json-schema.ts'
import { rememberCounts } from './text-counts.ts'

/** Counts everything that costs: texts, messages with their framing, tools. */
export interface Counter {
  readonly tokenizer: Tokenizer
  readonly framing: Framing
  text(text: string): number
  message(message: Message): number
  /** Text, or the sum of messages. */
  content(content: FragmentContent): number
  /** @throws LamellaError `TOOL_SCHEMA_INVALID` */
  tools(tools: readonly ToolDefinition[]): number
}

/** Bytes of a file that make one token, for files that are not text. A PDF page of 60 KB costs 1,500 to 3,000. */
const bytesPerToken = 40

/** What encoders write of a call that a person denied without a reason. */
const deniedText = 'Tool execution denied.'

/** A counter over a tokenizer and a format's framing. Counts are remembered by content, so keep it between builds. */
export function createCounter(tokenizer: Tokenizer, framing: Framing): Counter {
  const text = rememberCounts(tokenizer)
  const json = (value: unknown): number => text(jsonText(value))

  const output = (value: ToolOutput): number => {
    switch (value.type) {
      case 'text':
      case 'error-text':
        return text(value.value)
      case 'execution-denied':
        return text(value.reason || deniedText)
      case 'content':
        return value.value.reduce((sum, item) => sum + piece(item), 0)
      default:
        return json(value.value)
    }
  }
  const piece = (value: ToolOutputContent): number => {
    switch (value.type) {
      case 'text':
        return text(value.text)
      case 'media':
      case 'file-data':
        return media(value.data, value.mediaType)
      case 'custom':
        return json(value.providerOptions)
      default:
        // Images, and files whose size is not known.
        return framing.image
    }
  }
  // A person's word goes to no model, unless the provider itself runs the tool: then it stands where a result would.
  const answer = (part: ToolPart): number => {
    if (part.type === 'tool-result') return framing.message + framing.toolResult + output(part.output)
    return part.providerExecuted ? framing.message + framing.toolResult + text(part.reason ?? '') : 0
  }

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
        return framing.toolResult + output(value.output)
      default:
        return 0
    }
  }
  const message = (value: Message): number => {
    if (typeof value.content === 'string') return framing.message + text(value.content)
    // Each result of a tool message is a message of its own in most formats.
    if (value.role === 'tool') return value.content.reduce((sum, item) => sum + answer(item), 0)
    return (value.content as readonly Part[]).reduce((sum, item) => sum + part(item), framing.message)
  }
  // By object as well as by content: a schema is by far the largest JSON of a request, and the same in every build.
  const known = new WeakMap<ToolDefinition, number>()
  const tool = (value: ToolDefinition): number => {
    const { name, description = '', inputSchema } = value
    const tokens =
      known.get(value) ?? framing.tool + text(name) + text(description) + json(jsonSchemaOf(inputSchema, name))
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
    tools: (tools) => (tools.length === 0 ? 0 : tools.reduce((sum, item) => sum + tool(item), framing.tools ?? 0)),
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
