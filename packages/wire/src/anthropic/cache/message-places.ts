import type { Draft } from '../encode/drafts.ts'

/** The places in the request where certain messages of the context end. */
export interface MessagePlaces {
  /** Indices in `context.messages`, ascending. */
  readonly wanted: readonly number[]
  /** One entry per requested message that the encoder has reached. */
  readonly found: MessagePlace[]
}

/** The end of all content that comes from a message or an earlier one. */
export interface MessagePlace {
  /** Index of the message in the request; -1 before the first. */
  readonly draft: number
  /** The number of its blocks that belong to the place. */
  readonly blocks: number
}

/** Records that the content of the message at `index` starts here. */
export function markMessageStart({ wanted, found }: MessagePlaces, drafts: readonly Draft[], index: number): void {
  while (found.length < wanted.length && (wanted[found.length] as number) < index) {
    const content = drafts.at(-1)?.content
    found.push({ draft: drafts.length - 1, blocks: typeof content === 'string' ? 1 : (content?.length ?? 0) })
  }
}
