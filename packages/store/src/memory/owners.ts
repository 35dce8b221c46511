import type { Owner } from '../check/check.ts'

/** Stored values by owner and id. Every lookup requires both. */
export interface Owners<Kept> {
  /** Returns what an owner has. Empty, and not stored, for an owner without values. */
  of(owner: Owner): ReadonlyMap<string, Kept>
  set(owner: Owner, id: string, kept: Kept): void
  delete(owner: Owner, id: string): boolean
  /** Returns the values of an owner and of narrower ones. */
  within(owner: Owner): readonly Kept[]
  /** Removes those, and returns their number. */
  erase(owner: Owner): number
}

/** Creates a map of maps that removes owners without values. */
export function createOwners<Kept>(): Owners<Kept> {
  const all = new Map<string, { readonly owner: Owner; readonly kept: Map<string, Kept> }>()
  const none: ReadonlyMap<string, Kept> = new Map()
  // As JSON, so that different names cannot join to the same key.
  const keyOf = ({ tenant, user, agent }: Owner): string => JSON.stringify([tenant, user, agent])
  const entriesWithin = ({ tenant, user, agent }: Owner) =>
    [...all].filter(
      ([, { owner }]) =>
        owner.tenant === tenant && (user === '' || owner.user === user) && (agent === '' || owner.agent === agent),
    )
  return {
    of: (owner) => all.get(keyOf(owner))?.kept ?? none,
    set: (owner, id, kept) => {
      const key = keyOf(owner)
      const own = all.get(key) ?? { owner, kept: new Map<string, Kept>() }
      own.kept.set(id, kept)
      all.set(key, own)
    },
    delete: (owner, id) => {
      const key = keyOf(owner)
      const kept = all.get(key)?.kept
      const deleted = kept?.delete(id) ?? false
      if (kept?.size === 0) all.delete(key)
      return deleted
    },
    within: (owner) => entriesWithin(owner).flatMap(([, { kept }]) => [...kept.values()]),
    erase: (owner) => {
      const entries = entriesWithin(owner)
      for (const [key] of entries) all.delete(key)
      return entries.reduce((erased, [, { kept }]) => erased + kept.size, 0)
    },
  }
}

/** Returns the ids after `after`, in code unit order. */
export function idsAfter(ids: Iterable<string>, after: string | undefined): readonly string[] {
  const matching = after === undefined ? [...ids] : [...ids].filter((id) => id > after)
  // By code units, the default of `sort`.
  return matching.sort()
}
