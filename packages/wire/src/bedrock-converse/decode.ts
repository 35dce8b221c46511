import type {
  AssistantPart,
  Message,
  SystemMessage,
  ToolCallPart,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import type { UserPartSources } from '../kit/format.ts'
import {
  type DecodedContext,
  extraOf,
  isRecord,
  type OpenCalls,
  openCalls,
  providerOptionsOf,
  readList,
  readRecord,
  readText,
  refuse,
  toBase64,
  type UnknownRecord,
} from '../kit/index.ts'
import { documentFormats } from './fields.ts'

/** What each part of a user is read from. */
export const userParts: UserPartSources = { text: ['text'], image: ['image'], file: ['document', 'video'] }

/**
 * Reads the messages of a recorded request, or of the AWS SDK, as canonical messages. Results stand in a tool message of their
 * own; blocks that no canonical part is ride along in `providerOptions.bedrock.block`.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for what is not of the format.
 * @example
 * fromBedrockConverse([{ role: 'user', content: [{ text: 'Hello' }] }]) // [{ role: 'user', content: [{ type: 'text', ... }] }]
 */
export function fromBedrockConverse(messages: unknown): Message[] {
  const decoded: Message[] = []
  let open = openCalls([])
  for (const [index, value] of readList(messages, 'messages').entries()) {
    const path = `messages[${index}]`
    const { role, content } = readRecord(value, path)
    const blocks = readList(content, `${path}.content`).map((block, at) => readRecord(block, `${path}.content[${at}]`))
    if (role === 'assistant') {
      const parts = blocks.flatMap((block, at) => decodeAssistant(block, blocks[at + 1], `${path}.content[${at}]`))
      open = openCalls(parts.filter((part): part is ToolCallPart => part.type === 'tool-call'))
      decoded.push({ role, content: parts })
    } else if (role === 'user') {
      const results: ToolResultPart[] = []
      const parts: UserPart[] = []
      for (const [at, block] of blocks.entries()) {
        const place = `${path}.content[${at}]`
        if (isRecord(block['toolResult'])) results.push(decodeResult(block, blocks[at + 1], open, place))
        else parts.push(...decodeUser(block, blocks[at + 1], place))
      }
      if (results.length > 0) decoded.push({ role: 'tool', content: results })
      if (parts.length > 0 || results.length === 0) decoded.push({ role, content: parts })
    } else refuse(`${path}.role`, 'must be user or assistant')
  }
  return decoded
}

/**
 * Reads a whole request as a context. Fields without a place of their own ride along in the parameters.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for what is not of the format.
 * @example
 * const { system, messages } = decodeBedrockConverse(JSON.parse(recorded))
 */
export function decodeBedrockConverse(request: unknown): DecodedContext {
  const body = readRecord(request, 'request')
  const { modelId: model, inferenceConfig, toolConfig } = body
  const { tools, toolChoice } = readRecord(toolConfig ?? {}, 'toolConfig')
  const { maxTokens, temperature, topP, stopSequences } = readRecord(inferenceConfig ?? {}, 'inferenceConfig')
  const choice = choiceOf(toolChoice)
  const extra = extraOf(body, ['modelId', 'messages', 'system', 'inferenceConfig', 'toolConfig'])
  return {
    system: readList(body['system'] ?? [], 'system').flatMap((value, index) => decodeSystem(value, `system[${index}]`)),
    messages: fromBedrockConverse(body['messages']),
    tools: readList(tools ?? [], 'toolConfig.tools').flatMap((value, at) =>
      decodeTool(value, `toolConfig.tools[${at}]`),
    ),
    parameters: {
      ...(typeof model === 'string' && { model }),
      ...(typeof maxTokens === 'number' && { maxOutputTokens: maxTokens }),
      ...(typeof temperature === 'number' && { temperature }),
      ...(typeof topP === 'number' && { topP }),
      ...(Array.isArray(stopSequences) && { stopSequences: stopSequences as string[] }),
      ...(choice !== undefined && { toolChoice: choice }),
      ...providerOptionsOf('bedrock', { extra }),
    },
  }
}

function decodeSystem(value: unknown, path: string): SystemMessage[] {
  const { text } = readRecord(value, path)
  return typeof text === 'string' ? [{ role: 'system', content: text }] : []
}

function decodeTool(value: unknown, path: string): ToolDefinition[] {
  const { toolSpec } = readRecord(value, path)
  if (!isRecord(toolSpec)) return []
  const { name, description, inputSchema } = toolSpec
  const json = isRecord(inputSchema) && isRecord(inputSchema['json']) ? inputSchema['json'] : {}
  const told = typeof description === 'string' ? { description } : {}
  return [{ name: readText(name, `${path}.toolSpec.name`), ...told, inputSchema: json }]
}

function choiceOf(choice: unknown): 'auto' | 'required' | { type: 'tool'; toolName: string } | undefined {
  if (!isRecord(choice)) return undefined
  const { auto, any, tool } = choice
  if (auto !== undefined) return 'auto'
  if (any !== undefined) return 'required'
  return isRecord(tool)
    ? { type: 'tool', toolName: readText(tool['name'], 'toolConfig.toolChoice.tool.name') }
    : undefined
}

/** The cache point behind a block is an option of its part. */
function pointOf(next: UnknownRecord | undefined): { readonly cachePoint: unknown } {
  return { cachePoint: next?.['cachePoint'] }
}

function decodeUser(block: UnknownRecord, next: UnknownRecord | undefined, path: string): UserPart[] {
  const { text, image, document, cachePoint } = block
  const options = providerOptionsOf('bedrock', pointOf(next))
  if (cachePoint !== undefined) return []
  if (typeof text === 'string') return [{ type: 'text', text, ...options }]
  if (isRecord(image)) {
    const mediaType = `image/${readText(image['format'], `${path}.image.format`)}`
    return [{ type: 'image', image: dataOf(image, `${path}.image`), mediaType, ...options }]
  }
  if (isRecord(document)) {
    const { mediaType, filename } = documentOf(document)
    return [{ type: 'file', data: dataOf(document, `${path}.document`), mediaType, filename, ...options }]
  }
  return [{ type: 'text', text: '', ...providerOptionsOf('bedrock', { block, ...pointOf(next) }) }]
}

function decodeAssistant(block: UnknownRecord, next: UnknownRecord | undefined, path: string): AssistantPart[] {
  const { text, toolUse, reasoningContent, cachePoint } = block
  if (cachePoint !== undefined) return []
  if (typeof text === 'string') return [{ type: 'text', text, ...providerOptionsOf('bedrock', pointOf(next)) }]
  if (isRecord(toolUse)) {
    const toolCallId = readText(toolUse['toolUseId'], `${path}.toolUse.toolUseId`)
    const toolName = readText(toolUse['name'], `${path}.toolUse.name`)
    const options = providerOptionsOf('bedrock', pointOf(next))
    return [{ type: 'tool-call', toolCallId, toolName, input: toolUse['input'] ?? {}, ...options }]
  }
  if (isRecord(reasoningContent)) {
    const { reasoningText, redactedContent } = reasoningContent
    const said = isRecord(reasoningText) ? reasoningText : {}
    const redactedData = redactedContent instanceof Uint8Array ? toBase64(redactedContent) : redactedContent
    const fields = { signature: said['signature'], redactedData }
    return [{ type: 'reasoning', text: String(said['text'] ?? ''), ...providerOptionsOf('bedrock', fields) }]
  }
  return [{ type: 'text', text: '', ...providerOptionsOf('bedrock', { block }) }]
}

function decodeResult(
  block: UnknownRecord,
  next: UnknownRecord | undefined,
  open: OpenCalls,
  path: string,
): ToolResultPart {
  const { toolUseId, content, status } = readRecord(block['toolResult'], `${path}.toolResult`)
  const toolCallId = readText(toolUseId, `${path}.toolResult.toolUseId`)
  const items = readList(content ?? [], `${path}.toolResult.content`)
  const output = outputOf(items, status === 'error', `${path}.toolResult.content`)
  const options = providerOptionsOf('bedrock', pointOf(next))
  return { type: 'tool-result', toolCallId, toolName: open.answer(toolCallId) ?? '', output, ...options }
}

function outputOf(items: readonly unknown[], failed: boolean, path: string): ToolOutput {
  const blocks = items.map((item, at) => readRecord(item, `${path}[${at}]`))
  const [first] = blocks
  if (first === undefined) return { type: failed ? 'error-text' : 'text', value: '' }
  if (blocks.length === 1 && typeof first?.['text'] === 'string') {
    return { type: failed ? 'error-text' : 'text', value: first['text'] }
  }
  if (blocks.length === 1 && isRecord(first?.['json'])) {
    return { type: failed ? 'error-json' : 'json', value: first['json'] as never }
  }
  if (failed)
    return {
      type: 'error-text',
      value: blocks.map((block) => String(block['text'] ?? JSON.stringify(block))).join('\n'),
    }
  return { type: 'content', value: blocks.map((block, at) => pieceOf(block, `${path}[${at}]`)) }
}

function pieceOf({ text, image, document, json }: UnknownRecord, path: string): ToolOutputContent {
  if (typeof text === 'string') return { type: 'text', text }
  if (isRecord(image)) {
    return {
      type: 'image-data',
      data: dataOf(image, path),
      mediaType: `image/${readText(image['format'], `${path}.image.format`)}`,
    }
  }
  if (isRecord(document)) return { type: 'file-data', data: dataOf(document, path), ...documentOf(document) }
  return { type: 'text', text: JSON.stringify(json ?? null) }
}

function documentOf({ format, name }: UnknownRecord): { readonly mediaType: string; readonly filename: string } {
  const mediaType = Object.entries(documentFormats).find(([, known]) => known === format)?.[0]
  return { mediaType: mediaType ?? 'application/octet-stream', filename: `${String(name)}` }
}

/** Base64 text, or the address in S3. */
function dataOf(media: UnknownRecord, path: string): string {
  const source = readRecord(media['source'], `${path}.source`)
  const { bytes, s3Location } = source
  if (isRecord(s3Location)) return readText(s3Location['uri'], `${path}.source.s3Location.uri`)
  return bytes instanceof Uint8Array ? toBase64(bytes) : readText(bytes, `${path}.source.bytes`)
}
