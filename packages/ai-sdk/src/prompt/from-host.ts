import type { Message, Part, SystemMessage, ToolOutput } from '@lamella/core'
import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import type { HostMessage, HostPart } from '../contract/host.ts'
import { definedOf } from '../report.ts'
import { carried, withoutCarried } from './carried.ts'
import { fileFrom, jsonOf, outputFrom } from './files.ts'

/** The messages of a call: its system prompt, and the conversation. */
export interface Conversation {
  readonly system: readonly SystemMessage[]
  readonly messages: readonly Message[]
}

const mustBeMessages: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of messages'

/**
 * Reads a prompt of either specification, or `ModelMessage`s, as canonical messages. The parts are the same but for files of V4
 * and parts of one provider.
 */
export function fromHost(given: readonly HostMessage[]): Conversation {
  checkOptions('lamella', { messages: given }, { messages: mustBeMessages }, ['messages'])
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
  const fields = definedOf(part) as HostPart
  switch (part.type) {
    case 'file':
      return fileFrom(fields)
    case 'tool-result':
      return { ...fields, output: outputFrom(fields['output'] as ToolOutput, fields['toolName']) } as object as Part
    case 'tool-call':
      return withoutCarried({ ...fields, input: jsonOf(fields['input'], fields['toolName']) }) as object as Part
    case 'text':
    case 'image':
    case 'reasoning':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return withoutCarried(fields) as object as Part
    default:
      return carried(part)
  }
}
