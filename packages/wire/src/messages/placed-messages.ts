import type { Message } from '@lamella/core'
import type { RepairCode } from '../shared/repair.ts'

/** Messages on their way through repairs, and where each of them stands in the context. */
export interface PlacedMessages {
  readonly messages: readonly Message[]
  /** Indices in `context.messages`; default: where they stand here. */
  readonly places: readonly number[] | undefined
}

/** Told of each change, with the place in the context where it was made. */
export type NoteRepair = (code: RepairCode, place: number, message: string) => void

/** The place of a message in the context. */
export function placeOf({ places }: PlacedMessages, at: number): number {
  return places?.[at] ?? at
}
