import type { Layer, Scope } from '@lamella/core'
import type { World } from './judge.ts'
import type { Change, Setting } from './steps.ts'

/** Layers, and everything that they read and that changes. */
export interface Cast {
  /** The layers now, without history and the new message. */
  layers(): readonly Layer[]
  /** What the layers need of a request besides the usual; `asks` if it has a new message. */
  request(asks: boolean): object
  scope(): Scope
  change(kind: Change): void
  /** What each layer has to say now. */
  present(asks: boolean): World
  /** Texts that no request may send any longer. */
  erased(): readonly string[]
}

/** What the conversation gives a cast. */
export interface Surroundings extends Setting {
  readonly now: () => Date
  /** Returns a new number each time. */
  readonly next: () => number
}

/** Versions of named things: of memories, of texts. */
export type Versions = Map<string, string>

/** Returns the statements of which a layer shows only some. */
export function only(all: ReadonlyMap<string, string>, keys: Iterable<string>): ReadonlyMap<string, string> {
  const wanted = new Set(keys)
  return new Map([...all].filter(([key]) => wanted.has(key)))
}
