import type { DataContent, Message, Part, ToolOutput, ToolOutputContent } from '@lamella/core'
import type { HostMessage, HostPart } from '../contract/host.ts'
import { carriedPart } from './carried.ts'

/** Writes canonical messages as a prompt of specification V3, or V4 where a file is a tagged value. */
export function toPrompt(messages: readonly Message[], version: string): readonly HostMessage[] {
  const tagged = version !== 'v3'
  return messages.flatMap((message): readonly HostMessage[] => {
    if (message.role === 'system') return [message]
    const { content } = message
    const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const sent = parts.flatMap((part) => partsOf(part, tagged))
    return sent.length === 0 ? [] : [{ ...message, content: sent }]
  })
}

/** Approvals are for the application, except for answers about calls that the provider runs. */
function partsOf(part: Part, tagged: boolean): readonly HostPart[] {
  switch (part.type) {
    case 'text':
      return [(carriedPart(part) ?? part) as HostPart]
    case 'image': {
      const { image, mediaType = 'image/*', ...rest } = part
      return [{ ...rest, type: 'file', mediaType, data: dataOf(image, tagged) }]
    }
    case 'file':
      return [{ ...part, data: dataOf(part.data, tagged) }]
    case 'tool-result':
      return [{ ...part, output: outputOf(part.output, tagged) }]
    case 'reasoning':
    case 'tool-call':
      return [{ ...part }]
    case 'tool-approval-request':
      return []
    case 'tool-approval-response': {
      const { providerExecuted, ...rest } = part
      return providerExecuted === true ? [rest] : []
    }
    default:
      return part satisfies never
  }
}

function dataOf(data: DataContent | URL, tagged: boolean): unknown {
  const plain = data instanceof ArrayBuffer ? new Uint8Array(data) : data
  const held = typeof plain === 'string' ? textData(plain) : plain
  if (!tagged) return held
  return held instanceof URL ? { type: 'url', url: held } : { type: 'data', data: held }
}

/** A store keeps a URL as text. */
function textData(text: string): string | URL {
  if (/^https?:\/\//i.test(text)) return new URL(text)
  return /^data:[^,]{0,200};base64,/i.test(text) ? text.slice(text.indexOf(',') + 1) : text
}

function outputOf(output: ToolOutput, tagged: boolean): ToolOutput {
  if (output.type !== 'content') return output
  return { ...output, value: output.value.map((piece) => pieceOf(piece, tagged)) }
}

function pieceOf(given: ToolOutputContent, tagged: boolean): ToolOutputContent {
  const original = given.type === 'custom' ? carriedPart(given) : undefined
  if (original) return original as unknown as ToolOutputContent
  // The older name, which no specification has.
  const piece: ToolOutputContent = given.type === 'media' ? { ...given, type: 'file-data' } : given
  if (!tagged) return piece
  const { type, data, url, fileId, ...rest } = piece as object as HostPart
  const [, media, kind] = /^(image|file)-(?:file-)?(data|url|id)$/.exec(type) ?? []
  if (kind === undefined || typeof fileId === 'string') return piece
  const held = kind === 'id' ? { reference: fileId } : kind === 'url' ? { url: new URL(String(url)) } : { data }
  const mediaType = media === 'image' ? 'image' : 'application'
  return {
    mediaType,
    ...rest,
    type: 'file',
    data: { type: kind === 'id' ? 'reference' : kind, ...held },
  } as object as ToolOutputContent
}
