import type { Kept, Layer, Message } from '@lamella/core'
import { withForeignThinking, withStaleThinking } from '@lamella/store'
import type { RunInsert, RunState } from '../contract/run.ts'
import { isIn } from './ranges.ts'

/** A message of a request and where it came from. */
export interface PlacedItem {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
}

/** A kept fragment that has a position in the session. */
export interface PositionedKept {
  readonly layer: Layer
  readonly kept: Kept
  readonly position: number
}

/**
 * Puts messages of the session and inserts in order: an insert precedes the message at its position, and inserts of one
 * position keep their order.
 */
export function interleaved(
  session: readonly PositionedKept[],
  inserts: readonly RunInsert[],
  stale: RunState['stale'],
  layerOf: (insert: RunInsert) => Layer,
  isForeign: (position: number) => boolean,
): readonly PlacedItem[] {
  const items: PlacedItem[] = []
  let next = 0
  const insertUpTo = (position: number): void => {
    for (; next < inserts.length && (inserts[next] as RunInsert).at <= position; next++) {
      const insert = inserts[next] as RunInsert
      const content = [insert.message]
      items.push({ layer: layerOf(insert), kept: insertedKept(insert, next), messages: content })
    }
  }
  for (const { layer, kept, position } of session) {
    insertUpTo(position)
    const content = kept.content as readonly Message[]
    const mark = isForeign(position) ? withForeignThinking : isIn(stale, position) ? withStaleThinking : undefined
    items.push({ layer, kept, messages: mark ? content.map(mark) : content })
  }
  insertUpTo(Number.POSITIVE_INFINITY)
  return items
}

function insertedKept({ message, layer }: RunInsert, index: number): Kept {
  return { fragment: { id: `${layer}-update-${index}`, content: [message] }, rung: 0, content: [message] }
}
