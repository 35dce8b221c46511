import type { Message } from '../contract/message.ts'
import { isObject } from '../options.ts'

/** The key of `providerOptions` that is reserved for this library. */
const own = 'lamella'

type Fields = Record<string, unknown>

/** Returns the objects of a message that can have provider options: itself, its parts, tool outputs, and their pieces. */
function* holders(message: object, path: string): Generator<readonly [path: string, holder: Fields]> {
  yield [path, message as Fields]
  const { content, output, value } = message as Fields
  for (const [name, held] of [
    ['content', content],
    ['output', output],
    ['value', (message as Fields)['type'] === 'content' ? value : undefined],
  ] as const) {
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
  if (reservedMark(message) === undefined) return message
  const copy = structuredClone(message)
  for (const [, holder] of holders(copy, '')) {
    const { providerOptions } = holder
    if (!isObject(providerOptions) || !Object.hasOwn(providerOptions, own)) continue
    const { [own]: _, ...others } = providerOptions
    if (Object.keys(others).length > 0) holder['providerOptions'] = others
    else delete holder['providerOptions']
  }
  return copy
}
