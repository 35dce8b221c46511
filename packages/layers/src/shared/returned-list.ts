/**
 * Returns the list in what a source or a function of the application has returned: `{ entries: [...] }`, or the list itself.
 *
 * @param what What returned it, as its author writes it: `source.entries()`.
 * @param name The key of the list; '' if the list itself is wanted.
 * @throws TypeError, which the build reports with the name of the layer
 */
export function returnedList<Item>(found: unknown, what: string, name: string): readonly Item[] {
  const isPlain = typeof found === 'object' && found !== null && !Array.isArray(found)
  const list = name === '' ? found : isPlain ? (found as Readonly<Record<string, unknown>>)[name] : undefined
  const isList = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
  if (isList) return list as readonly Item[]
  const wanted = name === '' ? 'a list of objects' : `{ ${name}: [...] }, a list of objects`
  throw new TypeError(`${what} must return ${wanted}.`)
}
