import type { LayerRequest, Notice, Origin, TextSource } from '@lamella/core'
import { type Check, isObject, mustHaveMethod, type SourceText } from '@lamella/core/plugin'

/** A string, or a source with a method `read`. */
export const mustBeTextOrSource: Check = (value) =>
  typeof value === 'string' || mustHaveMethod('read')(value) === undefined
    ? undefined
    : 'must be a string or a source with a method read'

/**
 * Reads a text passed directly or by a source; returns `undefined` if there is none.
 *
 * @throws TypeError for a source that returns anything else, such as a bare text
 */
export async function readText(
  source: TextSource | string | undefined,
  { scope, signal }: LayerRequest,
): Promise<SourceText | undefined> {
  if (typeof source === 'string') return { text: source }
  const found = (await source?.read(scope, { signal })) ?? undefined
  if (found === undefined || typeof found.text === 'string') return found
  throw new TypeError('source.read() must return { text }, or undefined.')
}

/** Who wrote a text, and where it was read, if known. */
export function originOf(by: Origin['by'], from: string | undefined): Origin {
  return from === undefined ? { by } : { by, from }
}

/**
 * Returns the list in what a source or a function of the application has returned: `{ entries: [...] }`, or the list itself.
 *
 * @param what What returned it, as its author writes it: `source.entries()`.
 * @param name The key of the list; '' if the list itself is wanted.
 * @param texts The fields that each item must have, with a text.
 * @throws TypeError, which the build reports with the name of the layer
 */
export function returnedList<Item>(
  found: unknown,
  what: string,
  name: string,
  texts: readonly (keyof Item & string)[],
): readonly Item[] {
  const list = name === '' ? found : isObject(found) ? found[name] : undefined
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
  if (!isList) {
    const wanted = name === '' ? 'a list of objects' : `{ ${name}: [...] }, a list of objects`
    throw new TypeError(`${what} must return ${wanted}.`)
  }
  for (const [index, item] of list.entries()) {
    const missing = texts.find((key) => typeof item[key] !== 'string')
    if (missing !== undefined) throw new TypeError(`${what} returned item ${index} without a text as its ${missing}.`)
  }
  return list as readonly Item[]
}

/**
 * Returns the items that have text, the first of each id. If that is all of them it is the same array, because rankers cache by
 * array.
 *
 * @param duplicate Makes the notice about an item whose id another one has.
 */
export function distinct<Item extends { readonly id: string; readonly text: string }>(
  items: readonly Item[],
  duplicate: (item: Item) => Notice,
): { readonly entries: readonly Item[]; readonly notices: readonly Notice[] } {
  const notices: Notice[] = []
  const seen = new Set<string>()
  const entries = items.filter((item) => {
    if (!/\S/.test(item.text)) return false
    if (!seen.has(item.id)) return seen.add(item.id)
    notices.push(duplicate(item))
    return false
  })
  return { entries: entries.length === items.length ? items : entries, notices }
}
