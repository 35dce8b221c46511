/** The next items of a list: those after an id, up to a limit. */
interface NextItems {
  readonly limit: number
  readonly after?: string
}

/** How many items to request at once. */
const limit = 500

/** Yields everything that a store lists, by id or as ids. Each request begins after the last item of the one before. */
export async function* allOf<Item extends string | { readonly id: string }>(
  read: (request: NextItems) => Promise<{ readonly items: readonly Item[]; readonly more: boolean }>,
): AsyncGenerator<Item, undefined, undefined> {
  let after: string | undefined
  do {
    const { items, more } = await read(after === undefined ? { limit } : { limit, after })
    yield* items
    const last = more ? items.at(-1) : undefined
    after = typeof last === 'object' ? last.id : last
  } while (after !== undefined)
  return undefined
}
