import type { Message } from '@lamella/core'

/** Remembers which things were written, and under which number. */
export interface Known<Thing> {
  /** A build begins: its things follow in their order. Most of them are where they were in the build before. */
  begin(): void
  /**
   * Returns the number of a thing; `undefined` if it is new.
   *
   * @param anchor A message of the thing, by which it is found at once if it is the same object as before.
   * @param id Finds it otherwise, among those of the same id.
   */
  find(thing: Thing, anchor: Message | undefined, id: string): number | undefined
  add(thing: Thing, anchor: Message | undefined, id: string): number
}

interface Entry<Thing> {
  readonly thing: Thing
  readonly number: number
  /** What the anchor held: messages are objects of the caller, who may go on writing one. */
  readonly held: unknown
  readonly parts: number
}

/** How many things of one id are compared: those of other conversations, for example. */
const mostAlike = 8

/**
 * @param isSameThing Compares two things; messages that are the same object count as equal.
 * @param next Returns the next number.
 */
export function createKnown<Thing>(isSameThing: (a: Thing, b: Thing) => boolean, next: () => number): Known<Thing> {
  const byAnchor = new WeakMap<Message, Entry<Thing>[]>()
  const byId = new Map<string, Entry<Thing>[]>()

  let before: Entry<Thing>[] = []
  let now: Entry<Thing>[] = []

  const isIt = (entry: Entry<Thing>, thing: Thing, anchor: Message | undefined): boolean => {
    if (anchor && (entry.held !== anchor.content || entry.parts !== anchor.content.length)) return false
    return isSameThing(entry.thing, thing)
  }
  const among = (
    entries: readonly Entry<Thing>[],
    thing: Thing,
    anchor: Message | undefined,
  ): Entry<Thing> | undefined => {
    for (let index = entries.length - 1; index >= 0; index--) {
      const entry = entries[index] as Entry<Thing>
      if (isIt(entry, thing, anchor)) return entry
    }
    return undefined
  }
  const search = (thing: Thing, anchor: Message | undefined, id: string): Entry<Thing> | undefined => {
    const same = anchor && byAnchor.get(anchor)
    return same ? among(same, thing, anchor) : among(byId.get(id) ?? [], thing, undefined)
  }
  return {
    begin: () => {
      before = now
      now = []
    },
    find: (thing, anchor, id) => {
      const here = before[now.length]
      const found = here && isIt(here, thing, anchor) ? here : search(thing, anchor, id)
      if (found) now.push(found)
      return found?.number
    },
    add: (thing, anchor, id) => {
      const entry = { thing, number: next(), held: anchor?.content, parts: anchor?.content.length ?? 0 }
      now.push(entry)
      if (anchor) addTo(byAnchor.get(anchor), entry, (entries) => byAnchor.set(anchor, entries))
      addTo(byId.get(id), entry, (entries) => byId.set(id, entries))
      return entry.number
    },
  }
}

function addTo<One>(entries: One[] | undefined, entry: One, create: (entries: One[]) => void): void {
  if (entries === undefined) create([entry])
  else if (entries.push(entry) > mostAlike) entries.shift()
}
