import type { Message } from '../contract/message.ts'
import { isObject } from '../options.ts'

/** The key of `providerOptions` that is reserved for this library. */
const own = 'lamella'

type Fields = Record<string, unknown>

/** Returns the fields of a message, part or output that hold what can have provider options. */
function fieldsOf({
  type,
  content,
  output,
  value,
}: Readonly<Fields>): readonly (readonly [name: string, held: unknown])[] {
  return [['content', content], ['output', output], ...(type === 'content' ? [['value', value] as const] : [])]
}

/** Returns the objects of a message that can have provider options: itself, its parts, tool outputs, and their pieces. */
function* holders(message: object, path: string): Generator<readonly [path: string, holder: Fields]> {
  yield [path, message as Fields]
  for (const [name, held] of fieldsOf(message as Fields)) {
    const at = path === '' ? name : `${path}.${name}`
    if (Array.isArray(held)) {
      for (const [index, item] of held.entries()) if (isObject(item)) yield* holders(item, `${at}[${index}]`)
    } else if (isObject(held)) yield* holders(held, at)
  }
}

/**
 * Returns the path of a mark that only this library sets, such as `providerOptions.lamella.summary`; `undefined` if
 * there is none. Everything under the key is reserved.
 */
export function reservedMark(message: Message): string | undefined {
  for (const [path, { providerOptions }] of holders(message, '')) {
    const marks = isObject(providerOptions) ? providerOptions[own] : undefined
    if (marks === undefined) continue
    const [mark] = isObject(marks) ? Object.keys(marks) : [undefined]
    const at = `providerOptions.${own}${mark === undefined ? '' : `.${mark}`}`
    return path === '' ? at : `${path}.${at}`
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
  for (const [name] of fieldsOf(held)) if (Object.hasOwn(held, name)) copy[name] = withoutMarks(held[name])
  return copy
}
