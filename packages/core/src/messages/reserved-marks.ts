import type { Message } from '../contract/message.ts'
import { isObject } from '../options.ts'

/** The key of `providerOptions` that is reserved for this library. */
const own = 'lamella'

type Fields = Record<string, unknown>

const [fields, fieldsOfContent] = [
  ['content', 'output'],
  ['content', 'output', 'value'],
] as const

/** Returns the names of the fields of a message, part or output that hold what can have provider options. */
function fieldsOf({ type }: Readonly<Fields>): readonly string[] {
  return type === 'content' ? fieldsOfContent : fields
}

/**
 * Returns the path of a mark that only this library sets, such as `providerOptions.lamella.summary`; `undefined` if
 * there is none. Everything under the key is reserved.
 */
export function reservedMark(message: Message): string | undefined {
  return markIn(message as unknown as Fields)
}

/** Looks at a message, its parts, tool outputs, and their pieces: these can have provider options. */
function markIn(holder: Readonly<Fields>): string | undefined {
  const { providerOptions } = holder
  const marks = isObject(providerOptions) ? providerOptions[own] : undefined
  if (marks !== undefined) {
    const [mark] = isObject(marks) ? Object.keys(marks) : [undefined]
    return `providerOptions.${own}${mark === undefined ? '' : `.${mark}`}`
  }
  for (const name of fieldsOf(holder)) {
    const held = holder[name]
    if (Array.isArray(held)) {
      for (let index = 0; index < held.length; index++) {
        const found = isObject(held[index]) ? markIn(held[index]) : undefined
        if (found !== undefined) return `${name}[${index}].${found}`
      }
    } else if (isObject(held)) {
      const found = markIn(held)
      if (found !== undefined) return `${name}.${found}`
    }
  }
  return undefined
}

/**
 * Returns the message without marks that only this library sets; the same object if it has none. For messages from
 * outside this process, whose marks cannot be trusted.
 */
export function withoutReservedMarks<Kind extends Message>(message: Kind): Kind {
  return reservedMark(message) === undefined ? message : (withoutMarks(message) as Kind)
}

/** Copies only what can hold marks: a structured clone would lose a URL in Node 20, and throw in Node 22. */
function withoutMarks(held: unknown): unknown {
  if (Array.isArray(held)) return held.map(withoutMarks)
  if (!isObject(held)) return held
  const copy: Fields = { ...held }
  const { providerOptions } = held
  if (isObject(providerOptions) && Object.hasOwn(providerOptions, own)) {
    const { [own]: _, ...others } = providerOptions
    if (Object.keys(others).length > 0) copy['providerOptions'] = others
    else delete copy['providerOptions']
  }
  for (const name of fieldsOf(held)) if (Object.hasOwn(held, name)) copy[name] = withoutMarks(held[name])
  return copy
}
