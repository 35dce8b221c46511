import { isObject } from '@lamella/core'

const isText = (value: unknown): boolean => typeof value === 'string'

/** What parts of a type must have before anything can look at them; what else they say is looked at where it is encoded. */
const fieldsOf: ReadonlyMap<unknown, Readonly<Record<string, (value: unknown) => boolean>>> = new Map([
  ['text', { text: isText }],
  ['reasoning', { text: isText }],
  ['tool-call', { toolCallId: isText, toolName: isText }],
  ['tool-result', { toolCallId: isText, output: isObject }],
])

/** What is wrong with the first broken part of a message or record, as the end of a sentence; `undefined` for none. */
export function partProblem(message: unknown): string | undefined {
  const content = isObject(message) ? message['content'] : undefined
  if (!Array.isArray(content)) return undefined
  for (const [index, part] of (content as readonly unknown[]).entries()) {
    if (!isObject(part) || typeof part['type'] !== 'string') return `has a part at ${index} without a type`
    for (const [field, isValid] of Object.entries(fieldsOf.get(part['type']) ?? {})) {
      if (!isValid(part[field])) return `has a part '${part['type']}' at ${index} without a usable ${field}`
    }
  }
  return undefined
}
