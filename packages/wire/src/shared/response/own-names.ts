import type { Message, ToolCallPart } from '@lamella/core'
import { withFields } from '../tool-fields.ts'
import { createFieldReader, type FieldReader } from './field-reader.ts'
import type { ResponseOptions } from './options.ts'
import type { StreamDelta, TornPart } from './response.ts'

/** The names that an encoding changed. */
export type ChangedNames = Pick<ResponseOptions, 'toolNames' | 'toolFields'>

/** Returns messages with the own names of tools and fields. Decoded messages are new, their parts are copied. */
export function renamed(messages: Message[], names: ChangedNames): Message[] {
  return messages.map((message) => withNames(message, names))
}

function withNames(message: Message, { toolNames, toolFields }: ChangedNames): Message {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map((part): typeof part => {
    if (part.type !== 'tool-call' || part.providerExecuted === true) return part
    const { toolName, input } = part
    const own = toolNames?.get(toolName) ?? toolName
    return { ...part, toolName: own, input: withFields(input, toolFields?.get(toolName)) } as ToolCallPart
  })
  return { ...message, content }
}

/** Returns torn calls with the own names of tools and fields. */
export function renamedTorn(torn: readonly TornPart[], { toolNames, toolFields }: ChangedNames): readonly TornPart[] {
  return torn.map((part) => {
    if (part.type !== 'tool-call' || part.toolName === undefined) return part
    const fields = toolFields?.get(part.toolName)
    const reader = fields && createFieldReader(fields)
    const text = reader === undefined ? part.text : reader.push(part.text) + reader.rest()
    return { ...part, toolName: toolNames?.get(part.toolName) ?? part.toolName, text }
  })
}

/** Returns a function that gives the deltas of one stream their own names; `undefined` for one that has to wait. */
export function deltaNames({ toolNames, toolFields }: ChangedNames): (delta: StreamDelta) => StreamDelta | undefined {
  const readers = new Map<number, FieldReader>()
  return (delta) => {
    if (delta.type !== 'tool-input') return delta
    const { part, toolName } = delta
    const own = toolNames?.get(toolName) ?? toolName
    const fields = toolFields?.get(toolName)
    if (fields === undefined) return own === toolName ? delta : { ...delta, toolName: own }
    const known = readers.get(part)
    const reader = known ?? createFieldReader(fields)
    if (known === undefined) readers.set(part, reader)
    const text = reader.push(delta.text)
    return text === '' && known !== undefined ? undefined : { ...delta, toolName: own, text }
  }
}
