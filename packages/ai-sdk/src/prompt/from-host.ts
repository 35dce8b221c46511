import type { Message, Part, SystemMessage, TextPart, ToolOutput, ToolOutputContent } from '@lamella/core'
import { plainValue } from '@lamella/core/adapter'
import { isObject } from '@lamella/core/plugin'
import type { HostMessage, HostPart } from '../contract/host.ts'
import { definedOf } from '../report.ts'
import { carried, withoutCarried } from './carried.ts'

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
export function partFrom(part: HostPart): Part {
  const fields = definedOf(part) as unknown as Part
  switch (part.type) {
    case 'file':
      return fileFrom(part, fields)
    case 'tool-result':
      return { ...fields, output: outputFrom(part['output'] as ToolOutput) } as Part
    case 'text':
      return withoutCarried(fields as TextPart)
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
  const { data } = part
  if (!isObject(data) || !('type' in data)) return fields
  const inner = untagged(data)
  return inner === undefined ? carried(part) : ({ ...fields, data: inner } as Part)
}

/** Returns the data or the URL of a file of V4; `undefined` for a reference. */
function untagged({ type, data, url }: Readonly<Record<string, unknown>>): unknown {
  return type === 'data' ? data : type === 'url' ? url : undefined
}

function outputFrom(output: ToolOutput): ToolOutput {
  return output.type === 'content' ? { ...output, value: output.value.map(pieceFrom) } : output
}

/** V4 has one kind of file, by data, URL or reference; V3 and the canonical message have a kind for each. */
function pieceFrom(piece: ToolOutputContent): ToolOutputContent {
  const { type, data, ...rest } = piece as object as HostPart
  if (type !== 'file') return type === 'custom' ? (withoutCarried(piece as HostPart) as ToolOutputContent) : piece
  const tagged = data as Readonly<Record<string, unknown>>
  const inner = plainValue(untagged(tagged))
  const read =
    inner === undefined
      ? { ...carried(piece as object as HostPart), type: 'custom' }
      : { type: `file-${tagged['type']}`, [String(tagged['type'])]: inner, ...rest }
  return read as object as ToolOutputContent
}
