import type {
  AssistantPart,
  Message,
  SystemMessage,
  TextPart,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import type { UserPartSources } from '../kit/format.ts'
import { toBase64 } from '../shared/base64.ts'
import { type OpenCalls, openCalls } from '../shared/decode/open-calls.ts'
import {
  extraOf,
  parametersOf,
  providerOptionsOf,
  readList,
  readRecord,
  readText,
  refuse,
} from '../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type { DecodedContext } from '../shared/wire-context.ts'
import { documentFormats } from './fields.ts'

/** The type of a call that Bedrock itself answers, in the same message. Source: @aws-sdk/client-bedrock-runtime 3.1164.0, `ToolUseType`. */
export const serverCall = 'server_tool_use'

/** The decoder for each part of a user message. */
export const userParts: UserPartSources = { text: ['text'], image: ['image'], file: ['document', 'video'] }

/**
 * Decodes the messages of a recorded request, or of the AWS SDK, as canonical messages. Results become a separate tool
 * message; blocks without a canonical part are kept in `providerOptions.bedrock.block`.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
 * @example
 * fromBedrockConverse([{ role: 'user', content: [{ text: 'Hello' }] }]) // [{ role: 'user', content: [{ type: 'text', ... }] }]
 */
export function fromBedrockConverse(messages: unknown): Message[] {
  const decoded: Message[] = []
  let open = openCalls([])
  for (const [index, value] of readList(messages, 'messages').entries()) {
    const path = `messages[${index}]`
    const { role, content } = readRecord(value, path)
    const blocks = blocksOf(content, `${path}.content`)
    if (role === 'assistant') {
      const parts = blocks.map(decodeAssistant)
      open = openCalls(parts.filter((part) => part.type === 'tool-call'))
      decoded.push({ role, content: parts })
    } else if (role === 'user') {
      const isResult = ({ block }: PlacedBlock): boolean => isRecord(block['toolResult'])
      const results = blocks.filter(isResult).map((placed) => decodeResult(placed, open))
      const parts = blocks.filter((placed) => !isResult(placed)).map(decodeUser)
      if (results.length > 0) decoded.push({ role: 'tool', content: results })
      if (parts.length > 0 || results.length === 0) decoded.push({ role, content: parts })
    } else refuse(`${path}.role`, 'must be user or assistant')
  }
  return decoded
}

/**
 * Decodes a whole request as a context. Fields without a canonical place are kept in the parameters.
 *
 * @throws LamellaError `WIRE_DECODE`, with the path, for input that does not match the format.
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
      ...parametersOf({ model, maxOutputTokens: maxTokens, temperature, topP, stopSequences, toolChoice: choice }),
      ...providerOptionsOf('bedrock', { extra }),
    },
  }
}

function decodeSystem(value: unknown, path: string): SystemMessage[] {
  const { text } = readRecord(value, path)
  return typeof text === 'string' ? [{ role: 'system', content: text }] : []
}

function decodeTool(value: unknown, path: string): ToolDefinition[] {
  const { toolSpec, systemTool } = readRecord(value, path)
  if (isRecord(systemTool)) {
    const name = readText(systemTool['name'], `${path}.systemTool.name`)
    return [{ name, inputSchema: { type: 'object' }, ...providerOptionsOf('bedrock', { tool: { systemTool } }) }]
  }
  if (!isRecord(toolSpec)) return []
  const { name, description, inputSchema } = toolSpec
  const json = isRecord(inputSchema) && isRecord(inputSchema['json']) ? inputSchema['json'] : {}
  const descriptionField = typeof description === 'string' ? { description } : {}
  return [{ name: readText(name, `${path}.toolSpec.name`), ...descriptionField, inputSchema: json }]
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

/** A block, and the cache point after it, which becomes an option of its part. */
interface PlacedBlock {
  readonly block: UnknownRecord
  readonly path: string
  readonly cachePoint: unknown
}

function blocksOf(content: unknown, path: string): PlacedBlock[] {
  const all = readList(content, path).map((block, at) => readRecord(block, `${path}[${at}]`))
  const placed = all.map((block, at) => ({ block, path: `${path}[${at}]`, cachePoint: all[at + 1]?.['cachePoint'] }))
  return placed.filter(({ block }) => block['cachePoint'] === undefined)
}

function decodeUser({ block, path, cachePoint }: PlacedBlock): UserPart {
  const options = providerOptionsOf('bedrock', { cachePoint })
  const { text } = block
  if (typeof text === 'string') return { type: 'text', text, ...options }
  const media = mediaOf(block, path)
  if (media === undefined)
    return { ...unknownBlock(block, path), ...providerOptionsOf('bedrock', { block, cachePoint }) }
  const { data, mediaType, filename } = media
  return filename === undefined
    ? { type: 'image', image: data, mediaType, ...options }
    : { type: 'file', data, mediaType, filename, ...options }
}

function decodeAssistant({ block, path, cachePoint }: PlacedBlock): AssistantPart {
  const { text, toolUse, reasoningContent } = block
  const options = providerOptionsOf('bedrock', { cachePoint })
  if (typeof text === 'string') return { type: 'text', text, ...options }
  if (isRecord(toolUse) && toolUse['type'] !== serverCall) {
    const toolCallId = readText(toolUse['toolUseId'], `${path}.toolUse.toolUseId`)
    const toolName = readText(toolUse['name'], `${path}.toolUse.name`)
    return { type: 'tool-call', toolCallId, toolName, input: toolUse['input'] ?? {}, ...options }
  }
  if (isRecord(reasoningContent)) {
    const { reasoningText, redactedContent } = reasoningContent
    const said = isRecord(reasoningText) ? reasoningText : {}
    const redactedData = redactedContent instanceof Uint8Array ? toBase64(redactedContent) : redactedContent
    const fields = { signature: said['signature'], redactedData }
    return { type: 'reasoning', text: String(said['text'] ?? ''), ...providerOptionsOf('bedrock', fields) }
  }
  return { ...unknownBlock(block, path), ...providerOptionsOf('bedrock', { block }) }
}

/** Blocks are unions: each has one field. Those of Anthropic's own API have a type, and more. */
function unknownBlock(block: UnknownRecord, path: string): TextPart {
  if (Object.keys(block).length !== 1) refuse(path, 'must have one field, such as text or toolUse')
  return { type: 'text', text: '' }
}

function decodeResult({ block, path, cachePoint }: PlacedBlock, open: OpenCalls): ToolResultPart {
  const { toolUseId, content, status } = readRecord(block['toolResult'], `${path}.toolResult`)
  const toolCallId = readText(toolUseId, `${path}.toolResult.toolUseId`)
  const output = outputOf(content ?? [], status === 'error', `${path}.toolResult.content`)
  const options = providerOptionsOf('bedrock', { cachePoint })
  return { type: 'tool-result', toolCallId, toolName: open.answer(toolCallId) ?? '', output, ...options }
}

function outputOf(content: unknown, failed: boolean, path: string): ToolOutput {
  const blocks = readList(content, path).map((block, at) => readRecord(block, `${path}[${at}]`))
  const { text, json }: UnknownRecord = blocks[0] ?? { text: '' }
  if (blocks.length < 2 && typeof text === 'string') return { type: failed ? 'error-text' : 'text', value: text }
  if (blocks.length < 2 && isRecord(json)) return { type: failed ? 'error-json' : 'json', value: json as never }
  if (!failed) return { type: 'content', value: blocks.map((block, at) => pieceOf(block, `${path}[${at}]`)) }
  return { type: 'error-text', value: blocks.map((block) => String(block['text'] ?? JSON.stringify(block))).join('\n') }
}

function pieceOf(block: UnknownRecord, path: string): ToolOutputContent {
  const { text, json } = block
  if (typeof text === 'string') return { type: 'text', text }
  const media = mediaOf(block, path)
  if (media === undefined) return { type: 'text', text: JSON.stringify(json ?? null) }
  const { data, mediaType, filename } = media
  return filename === undefined
    ? { type: 'image-data', data, mediaType }
    : { type: 'file-data', data, mediaType, filename }
}

/** Reads the contents of an image or a document. A document has a name. */
function mediaOf(
  { image, document }: UnknownRecord,
  path: string,
): { readonly data: string; readonly mediaType: string; readonly filename?: string } | undefined {
  if (isRecord(image)) {
    const format = readText(image['format'], `${path}.image.format`)
    return { data: dataOf(image, `${path}.image`), mediaType: `image/${format}` }
  }
  if (!isRecord(document)) return undefined
  const mediaType = Object.entries(documentFormats).find(([, known]) => known === document['format'])?.[0]
  const data = dataOf(document, `${path}.document`)
  return { data, mediaType: mediaType ?? 'application/octet-stream', filename: String(document['name']) }
}

/** Returns base64 text, or the S3 URI. */
function dataOf(media: UnknownRecord, path: string): string {
  const source = readRecord(media['source'], `${path}.source`)
  const { bytes, s3Location } = source
  if (isRecord(s3Location)) return readText(s3Location['uri'], `${path}.source.s3Location.uri`)
  return bytes instanceof Uint8Array ? toBase64(bytes) : readText(bytes, `${path}.source.bytes`)
}
