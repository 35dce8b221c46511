import type { Message, Part, SystemMessage, ToolOutput, ToolOutputContent } from '@lamella/core'
import { plainValue } from '@lamella/core/adapter'
import type { HostMessage, HostPart } from '../contract/host.ts'
import { carried } from './carried.ts'

/** The messages of a call: its system prompt, and the conversation. */
export interface Conversation {
  readonly system: readonly SystemMessage[]
  readonly messages: readonly Message[]
}

/**
 * Reads a prompt of either specification, or `ModelMessage`s, as canonical messages. The parts are the same but for files of V4
 * and parts of one provider.
 */
export function fromHost(given: readonly HostMessage[]): Conversation {
  const system: SystemMessage[] = []
  const messages: Message[] = []
  for (const message of given) {
    if (message.role === 'system') system.push(message as SystemMessage)
    else messages.push(messageFrom(message))
  }
  return { system, messages }
}

function messageFrom({ role, content, providerOptions }: HostMessage): Message {
  const own = typeof content === 'string' ? content : content.map(partFrom)
  return { role, content: own, ...(providerOptions && { providerOptions }) } as Message
}

/** Returns a part without fields that are `undefined`: the SDK sets many. */
function partFrom(part: HostPart): Part {
  const fields = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as unknown as Part
  switch (part.type) {
    case 'file':
      return fileFrom(part, fields)
    case 'tool-result':
      return { ...fields, output: outputFrom(part['output'] as ToolOutput) } as Part
    case 'text':
    case 'image':
    case 'reasoning':
    case 'tool-call':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return fields
    default:
      return carried(part)
  }
}

function fileFrom(part: HostPart, fields: Part): Part {
  const { data } = part as { readonly data?: unknown }
  if (typeof data !== 'object' || data === null || !('type' in data)) return fields
  const { type, ...held } = data as { readonly type: string; readonly data?: unknown; readonly url?: unknown }
  const inner = type === 'data' ? held.data : type === 'url' ? held.url : undefined
  return inner === undefined ? carried(part) : ({ ...fields, data: inner } as Part)
}

function outputFrom(output: ToolOutput): ToolOutput {
  if (output.type !== 'content') return output
  return { ...output, value: output.value.map(pieceFrom) }
}

/** V4 has one kind of file, by data, URL or reference; V3 and the canonical message have a kind for each. */
function pieceFrom(piece: ToolOutputContent): ToolOutputContent {
  const { type, data, ...rest } = piece as unknown as HostPart & { readonly data?: unknown }
  if (type !== 'file') return piece
  const { type: kind, ...held } = data as { readonly type: string; readonly data?: unknown; readonly url?: unknown }
  if (kind === 'data')
    return { type: 'file-data', data: plainValue(held.data), ...rest } as unknown as ToolOutputContent
  if (kind === 'url') return { type: 'file-url', url: plainValue(held.url), ...rest } as unknown as ToolOutputContent
  return { ...carried(piece as unknown as HostPart), type: 'custom' } as unknown as ToolOutputContent
}
