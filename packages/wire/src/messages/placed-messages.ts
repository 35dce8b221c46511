import type { Message } from '@lamella/core'
import type { RepairCode } from '../shared/loss.ts'

/** Messages that are being repaired, and their positions in the context. */
export interface PlacedMessages {
  readonly messages: readonly Message[]
  /** Indices in `context.messages`; default: the indices in this list. */
  readonly places: readonly number[] | undefined
}

/** Called for each change, with its position in the context. */
export type NoteRepair = (code: RepairCode, place: number, message: string) => void

/** Returns the position of a message in the context. */
export function placeOf({ places }: PlacedMessages, at: number): number {
  return places?.[at] ?? at
}
