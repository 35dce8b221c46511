import type {
  DataContent,
  FragmentContent,
  Message,
  Part,
  ProviderOptions,
  ToolDefinition,
  ToolOutput,
  ToolOutputContent,
} from '@lamella/core'
import type { Amounts } from '@lamella/core/plan'
import { fileText } from '@lamella/core/plugin'
import { dataBytes, isRemote, jsonBytes, nestedJsonBytes } from './json-bytes.ts'

/**
 * Bytes around a message, around a part, and around a tool: field names, brackets, ids of calls, media types, and what an encoder adds,
 * such as the text for an image that a format does not take. The most of the five formats, measured by the tests of `@lamella/wire`.
 */
const [aroundMessage, aroundPart, aroundTool] = [160, 400, 320]

/** Bytes around a part of the system prompt, or a text layer's message. */
export const aroundText = 160

/** Bytes of a request around its messages and tools: model, limits, settings. */
export const aroundRequest = 1_024

export const noAmounts: Amounts = { bytes: 0, media: 0, images: 0, imageBytes: 0 }

/** Counts what contents take of the limits. Remembers messages by object: keep it between builds. */
export interface AmountCounter {
  content(content: FragmentContent): Amounts
  messages(messages: readonly Message[]): Amounts
}

/** Creates a counter of what contents take of the limits of a request. */
export function createAmountCounter(): AmountCounter {
  const known = new WeakMap<Message, Amounts>()
  const one = (message: Message): Amounts => {
    const amounts = known.get(message) ?? messageAmounts(message)
    known.set(message, amounts)
    return amounts
  }
  const messages = (list: readonly Message[]): Amounts => sumOf(list.map(one))
  return {
    messages,
    content: (content) => (typeof content === 'string' ? textAmounts(jsonBytes(content)) : messages(content)),
  }
}

/** Returns the sum of amounts; of the largest images, the largest. */
export function sumOf(all: readonly Amounts[]): Amounts {
  let [bytes, media, images, imageBytes] = [0, 0, 0, 0]
  for (const one of all) {
    bytes += one.bytes
    media += one.media
    images += one.images
    imageBytes = Math.max(imageBytes, one.imageBytes)
  }
  return { bytes, media, images, imageBytes }
}

/** Returns the bytes of tool definitions in the body, at most. */
export function toolBytes(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, { name, description = '', inputSchema, providerOptions }) => {
    // Schemas are rewritten for some formats: quotes counted twice leave room for that.
    return (
      sum +
      aroundTool +
      jsonBytes(name) +
      jsonBytes(description) +
      nestedJsonBytes(inputSchema) +
      options(providerOptions)
    )
  }, 0)
}

function messageAmounts({ content, providerOptions }: Message): Amounts {
  const around = textAmounts(aroundMessage + options(providerOptions))
  if (typeof content === 'string') return textAmounts(around.bytes + jsonBytes(content))
  return Array.isArray(content) ? sumOf([around, ...(content as readonly Part[]).map(partAmounts)]) : around
}

function partAmounts(part: Part): Amounts {
  const around = textAmounts(
    aroundPart + options((part as { readonly providerOptions?: ProviderOptions }).providerOptions),
  )
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return textAmounts(around.bytes + jsonBytes(part.text))
    case 'image':
      return sumOf([around, imageAmounts(part.image)])
    case 'file':
      return sumOf([around, fileAmounts(part.data, part.mediaType), textAmounts(jsonBytes(part.filename ?? ''))])
    case 'tool-call':
      return textAmounts(around.bytes + namesOf(part) + nestedJsonBytes(part.input))
    case 'tool-result':
      return sumOf([textAmounts(around.bytes + namesOf(part)), outputAmounts(part.output)])
    case 'tool-approval-request':
      return around
    case 'tool-approval-response':
      return textAmounts(around.bytes + jsonBytes(part.reason ?? ''))
    default:
      part satisfies never
      return around
  }
}

function outputAmounts(output: ToolOutput): Amounts {
  const around = options(output.providerOptions)
  switch (output.type) {
    case 'text':
    case 'error-text':
      return textAmounts(around + jsonBytes(output.value))
    case 'json':
    case 'error-json':
      return textAmounts(around + nestedJsonBytes(output.value))
    case 'execution-denied':
      return textAmounts(around + jsonBytes(output.reason ?? ''))
    case 'content':
      return sumOf([textAmounts(around), ...output.value.map(pieceAmounts)])
    default:
      output satisfies never
      return noAmounts
  }
}

function pieceAmounts(piece: ToolOutputContent): Amounts {
  const around = textAmounts(aroundPart + (piece.type === 'media' ? 0 : options(piece.providerOptions)))
  switch (piece.type) {
    case 'text':
      return textAmounts(around.bytes + jsonBytes(piece.text))
    case 'media':
    case 'file-data':
      return sumOf([around, fileAmounts(piece.data, piece.mediaType)])
    case 'image-data':
      return sumOf([around, imageAmounts(piece.data)])
    case 'image-url':
      return sumOf([around, imageAmounts(piece.url)])
    case 'image-file-id':
      return { ...around, images: 1 }
    case 'file-url':
      return textAmounts(around.bytes + jsonBytes(piece.url))
    case 'file-id':
    case 'custom':
      return around
    default:
      piece satisfies never
      return around
  }
}

/** Encoders that send a text file as text escape it; the others send base64. */
function fileAmounts(data: DataContent | URL, mediaType: string): Amounts {
  if (typeof mediaType === 'string' && /^image\//i.test(mediaType)) return imageAmounts(data)
  const text = fileText(data, mediaType)
  const bytes = Math.max(dataBytes(data), text === undefined ? 0 : jsonBytes(text))
  return { bytes, media: isRemote(data) ? 0 : bytes, images: 0, imageBytes: 0 }
}

function imageAmounts(data: DataContent | URL): Amounts {
  const bytes = dataBytes(data)
  const media = isRemote(data) ? 0 : bytes
  return { bytes, media, images: 1, imageBytes: media }
}

function textAmounts(bytes: number): Amounts {
  return { bytes, media: 0, images: 0, imageBytes: 0 }
}

function namesOf({ toolCallId, toolName }: { readonly toolCallId: string; readonly toolName: string }): number {
  return jsonBytes(toolCallId) + jsonBytes(toolName)
}

function options(value: ProviderOptions | undefined): number {
  return value === undefined ? 0 : nestedJsonBytes(value)
}
