import type { Message, ToolCallPart } from '@lamella/core'
import { parsedJson } from '../guards.ts'
import { withFields } from '../tool-fields.ts'
import type { ResponseOptions } from './options.ts'
import type { StreamDelta, TornPart } from './response.ts'

/** The names that an encoding changed. */
type ChangedNames = Pick<ResponseOptions, 'toolNames' | 'toolFields'>

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

/** Gives the top-level fields of a JSON object, which arrives in pieces, other names. */
interface FieldReader {
  /** Returns what is ready of the text. A name waits until it is whole. */
  push(piece: string): string
  /** Returns the name that has not ended. */
  rest(): string
}

/** @param names The fields' other names. */
function createFieldReader(names: ReadonlyMap<string, string>): FieldReader {
  let depth = 0
  /** Whether the next string is a field of the top level. */
  let isName = false
  let inString = false
  let isEscaped = false
  let waiting = ''

  const named = (text: string): string => {
    const name = parsedJson(text)
    const own = typeof name === 'string' ? names.get(name) : undefined
    return own === undefined ? text : JSON.stringify(own)
  }
  const read = (character: string): string => {
    if (inString) {
      const ends = character === '"' && !isEscaped
      isEscaped = character === '\\' && !isEscaped
      inString = !ends
      if (!isName) return character
      waiting += character
      if (!ends) return ''
      isName = false
      const text = named(waiting)
      waiting = ''
      return text
    }
    inString = character === '"'
    if (inString && isName) {
      waiting = character
      return ''
    }
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    if (character === '{' || character === ',') isName = depth === 1
    return character
  }

  return {
    push(piece) {
      let text = ''
      for (const character of piece) text += read(character)
      return text
    },
    rest: () => waiting,
  }
}
