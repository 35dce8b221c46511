import type { Draft } from '../encode/drafts.ts'

/** Where certain messages of the context end in the request. */
export interface MessagePlaces {
  /** Indices in `context.messages`, ascending. */
  readonly wanted: readonly number[]
  /** One for each that is wanted, as far as the encoder has come. */
  readonly found: MessagePlace[]
}

/** The end of everything that comes from a message or from those before it. */
export interface MessagePlace {
  /** The message of the request; -1 before the first. */
  readonly draft: number
  /** Blocks of it that belong to the place. */
  readonly blocks: number
}

/** Tells that from here on comes what the message at `index` says. */
export function reachMessage({ wanted, found }: MessagePlaces, drafts: readonly Draft[], index: number): void {
  while (found.length < wanted.length && (wanted[found.length] as number) < index) {
    const content = drafts.at(-1)?.content
    found.push({ draft: drafts.length - 1, blocks: typeof content === 'string' ? 1 : (content?.length ?? 0) })
  }
}
