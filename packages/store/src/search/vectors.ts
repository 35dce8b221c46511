import { isLamellaError } from '@lamella/core'
import { throwIfAborted } from '@lamella/core/plugin'
import type { Embedder } from '../contract/search.ts'
import { createEmbed, type EmbedderFailed, type Waiting } from './embed.ts'

/** A text of an owner that may need a vector. */
export interface VectorItem extends Waiting {
  readonly owner: number
}

/** The vectors of one kind of text in a database, by what names an owner there. Each method is a transaction. */
export interface VectorRows<Item extends VectorItem, Of = number> {
  /** An owner's texts that have no vector of the embedder yet, after a given number, in ascending order. */
  waiting(owner: Of, after: number): Promise<readonly Item[]>
  /** Existing vectors of the same text and owner. A text without any words, '', has the empty vector. */
  known(items: readonly Item[]): Promise<readonly (Float32Array | undefined)[]>
  /** Stores vectors, except for texts that were changed or deleted meanwhile. */
  keep(items: readonly Item[], vectors: readonly Float32Array[]): Promise<void>
}

/** Vectors of one kind of text. */
export interface TextVectors<Item extends VectorItem, Of = number> {
  /** Gets a vector for a text, together with all others requested at the same time. Does not throw without a vector. */
  give(item: Item): Promise<void>
  /** Requests vectors for all of an owner's texts without one. */
  catchUp(owner: Of, signal: AbortSignal | undefined): Promise<void>
  /** @throws LamellaError `EMBEDDER_FAILED` */
  ofQuestion(text: string, signal: AbortSignal | undefined): Promise<Float32Array>
}

/**
 * Returns the vectors of a store's texts. They are made on demand, and kept in its rows.
 *
 * @param failed Creates the error `EMBEDDER_FAILED`.
 * @param tell Reports how many texts have no vector yet, and why.
 */
export function createTextVectors<Item extends VectorItem, Of = number>(
  rows: VectorRows<Item, Of>,
  embedder: Embedder,
  failed: EmbedderFailed,
  tell: (what: string) => void,
): TextVectors<Item, Of> {
  const embed = createEmbed(embedder, failed)

  /** Reuses the owner's existing vectors of the same text; returns the other texts, each once. */
  const reuse = async (items: readonly Item[]): Promise<ReadonlyMap<string, readonly Item[]>> => {
    const found = await rows.known(items)
    const isFound = (_: unknown, index: number): boolean => found[index] !== undefined
    const vectors = found.filter((vector) => vector !== undefined)
    if (vectors.length > 0) await rows.keep(items.filter(isFound), vectors)
    const missing = new Map<string, Item[]>()
    for (const item of items.filter((one, index) => !isFound(one, index))) {
      const key = `${item.owner} ${item.text}`
      const same = missing.get(key)
      if (same) same.push(item)
      else missing.set(key, [item])
    }
    return missing
  }
  const giveAll = async (items: readonly Item[], signal: AbortSignal | undefined): Promise<number> => {
    const groups = [...(await reuse(items)).values()]
    const waiting = groups.map((group, index) => ({ id: index, text: group[0]?.text ?? '' }))
    const keepGroups = async (done: readonly Waiting[], vectors: readonly Float32Array[]): Promise<void> => {
      const all = done.flatMap(({ id }, index) =>
        (groups[id] ?? []).map((item) => [item, vectors[index] as Float32Array] as const),
      )
      await rows.keep(
        all.map(([item]) => item),
        all.map(([, vector]) => vector),
      )
    }
    const { left, error } = await embed.all(waiting, keepGroups, signal)
    if (left > 0) tellLeft(left, error)
    return left
  }
  const tellLeft = (left: number, error: unknown): void => {
    const why = isLamellaError(error) ? error.what : error instanceof Error ? error.message : String(error)
    tell(`${left} texts have no vector yet: ${why}`)
  }

  let queue: Item[] = []
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> | undefined
  return {
    give: async (item) => {
      queue.push(item)
      next ??= last.then(() => {
        const items = queue
        queue = []
        next = undefined
        // The texts are stored already: a failure to write vectors must not hide that.
        return giveAll(items, undefined).catch((error: unknown) => tellLeft(items.length, error))
      })
      last = next.catch(() => {})
      await next
    },
    catchUp: async (owner, signal) => {
      for (let after = -1; ; ) {
        throwIfAborted(signal, 'The search')
        const items = await rows.waiting(owner, after)
        if (items.length === 0) return
        // A text that fails once is left for the next search, instead of being retried indefinitely.
        if ((await giveAll(items, signal)) === items.length) return
        after = items.at(-1)?.id ?? after
      }
    },
    ofQuestion: embed.one,
  }
}
