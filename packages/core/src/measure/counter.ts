import type {
  FilePart,
  Message,
  Part,
  ProviderOptions,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
  ToolPart,
  ToolResultPart,
} from '../contract/message.ts'
import type { Counter, CountMemory, Framing, Tokenizer } from '../contract/tokenizer.ts'
import { coreError, type LamellaError } from '../errors.ts'
import { jsonSchemaOf } from '../json-schema.ts'
import { jsonText } from '../messages/json.ts'
import { nativeSummaryOf } from '../messages/summary-message.ts'
import { createCountMemory } from './count-memory.ts'
import { fileTokens, imageTokens } from './media.ts'

/** What encoders write for a call that was denied without a reason. */
const deniedText = 'Tool execution denied.'

/**
 * Creates a counter over a tokenizer and a format's framing. Counts are cached by content: keep the counter between
 * builds, or pass a memory that you keep.
 */
export function createCounter(
  tokenizer: Tokenizer,
  framing: Framing,
  memory: CountMemory = createCountMemory(),
): Counter {
  const text = rememberCounts(tokenizer, memory)
  const json = (value: unknown): number => text(jsonText(value))

  const output = (value: ToolOutput | undefined): number => {
    if (!value) return 0
    switch (value.type) {
      case 'text':
      case 'error-text':
        return text(value.value)
      case 'execution-denied':
        return text(value.reason || deniedText)
      case 'content':
        return listOf(value.value).reduce((sum, item) => sum + piece(item), 0)
      case 'json':
      case 'error-json':
        return json(value.value)
      default:
        value satisfies never
        return 0
    }
  }
  const piece = (value: ToolOutputContent): number => {
    switch (value?.type) {
      case 'text':
        return text(value.text)
      case 'media':
        return file(value.data, value.mediaType, undefined)
      case 'file-data':
        return file(value.data, value.mediaType, value.providerOptions)
      case 'image-data':
        return imageTokens(framing, value.data, value.providerOptions)
      case 'image-url':
        return imageTokens(framing, value.url, value.providerOptions)
      case 'image-file-id':
        return imageTokens(framing, undefined, value.providerOptions)
      case 'custom':
        return json(value.providerOptions)
      case 'file-url':
      case 'file-id':
        // Their size is not known.
        return framing.image
      default:
        value satisfies never
        return framing.image
    }
  }
  const result = (value: ToolResultPart): number =>
    framing.toolResult + (framing.namesResults ? text(value.toolName) : 0) + output(value.output)
  // Approvals are sent to no model, unless the provider itself runs the tool: then they take the place of a result.
  const answer = (part: ToolPart): number => {
    if (part?.type === 'tool-result') return framing.message + result(part)
    return part?.providerExecuted ? framing.message + framing.toolResult + text(part.reason ?? '') : 0
  }

  const file = (data: FilePart['data'], mediaType: string, providerOptions: ProviderOptions | undefined): number =>
    typeof mediaType === 'string' && mediaType.startsWith('image/')
      ? imageTokens(framing, data, providerOptions)
      : fileTokens(framing, text, data, mediaType, providerOptions)
  // By object: reading the pages of a large file takes longer than everything else.
  const files = new WeakMap<FilePart, number>()
  const knownFile = (value: FilePart): number => {
    const tokens = files.get(value) ?? file(value.data, value.mediaType, value.providerOptions)
    files.set(value, tokens)
    return tokens
  }
  const { measureHidden } = framing
  const part = (value: Part): number => {
    if (measureHidden === undefined || !hasOptions(value)) return shown(value)
    return shown(value) + measureHidden(value)
  }
  const shown = (value: Part): number => {
    switch (value?.type) {
      case 'text':
      case 'reasoning':
        return text(value.text)
      case 'image':
        return imageTokens(framing, value.image, value.providerOptions)
      case 'file':
        return knownFile(value)
      case 'tool-call':
        return framing.toolCall + text(value.toolName) + json(value.input)
      case 'tool-result':
        return result(value)
      case 'tool-approval-request':
      case 'tool-approval-response':
        // For the application: never sent to a model.
        return 0
      default:
        value satisfies never
        return 0
    }
  }
  const message = (value: Message): number => {
    if (typeof value.content === 'string') return framing.message + Math.max(text(value.content), native(value))
    // In most formats, each result of a tool message is a separate message.
    if (value.role === 'tool') return listOf(value.content).reduce((sum, item) => sum + answer(item), 0)
    return listOf<Part>(value.content).reduce((sum, item) => sum + part(item), framing.message)
  }
  const native = (value: Message): number => {
    const summary = framing.measureSummary && value.providerOptions && nativeSummaryOf(value)
    return summary ? (framing.measureSummary?.(summary) ?? 0) : 0
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
    memory,
    text,
    message,
    content: (content) =>
      typeof content === 'string' ? text(content) : content.reduce((sum, item) => sum + message(item), 0),
    tools: (tools) => (tools.length === 0 ? 0 : tools.reduce((sum, item) => sum + tool(item), framing.tools ?? 0)),
  }
}

/** Non-arrays count as empty; the collector rejects them with a message. */
function listOf<Item>(value: readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : []
}

function hasOptions(part: Part): boolean {
  return (part as { readonly providerOptions?: ProviderOptions } | undefined)?.providerOptions !== undefined
}

/**
 * Returns a tokenizer's counts, cached by content. Values that are not text cost nothing here: the encoder rejects them
 * with a path.
 *
 * @throws LamellaError `TOKENIZER_FAILED` from the returned function
 */
function rememberCounts(tokenizer: Tokenizer, memory: CountMemory): (text: string) => number {
  const recall = memory.countsOf(tokenizer)
  const countWhole = (text: string): number => checkedCount(tokenizer, text)
  const countLines = (text: string): number =>
    text.split(lineStart).reduce((sum, line) => sum + (line === '' ? 0 : recall(line, countWhole)), 0)
  const isLong = (text: string): boolean => tokenizer.splitsAtLines === true && text.length > longText
  return (text) => (typeof text !== 'string' || text === '' ? 0 : recall(text, isLong(text) ? countLines : countWhole))
}

/** The length from which a text is counted line by line: counting shorter texts is as fast as splitting them. */
const longText = 500

/** Matches where a line begins as `splitsAtLines` requires. The line break stays with the preceding line. */
const lineStart = /(?<=\n)(?=[\p{L}\p{N}*#<-])/u

function checkedCount(tokenizer: Tokenizer, text: string): number {
  let tokens: number
  try {
    tokens = tokenizer.count(text)
  } catch (cause) {
    throw failed(tokenizer, 'threw an error', cause)
  }
  if (!Number.isSafeInteger(tokens) || tokens < 0) throw failed(tokenizer, `returned ${String(tokens)}`)
  return tokens
}

function failed(tokenizer: Tokenizer, what: string, cause?: unknown): LamellaError {
  return coreError(
    'TOKENIZER_FAILED',
    `Tokenizer '${tokenizer.name}' ${what} instead of a whole number of tokens.`,
    'Correct its count(text); tokenizerSuite of @lamella/testkit finds the broken rule.',
    { tokenizer: tokenizer.name },
    cause,
  )
}
