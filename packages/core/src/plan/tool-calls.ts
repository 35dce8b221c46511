import type { ToolCallPart } from '../contract/message.ts'
import type { At } from './message-edits.ts'

/** A call, and where it stands. */
export interface PlacedCall {
  readonly call: ToolCallPart
  readonly at: At
  /** The number of its message among those that are not a tool's. */
  readonly place: number
  answered: boolean
  /** The call of this id before this one. */
  readonly before: PlacedCall | undefined
}

/** The calls of a layer, and which of them wait for a result. */
export interface ToolCalls {
  /** Those that the program has to answer, in order. A provider that runs a tool itself may give a result or not. */
  readonly own: readonly PlacedCall[]
  /** The number of the newest message that is not a tool's. */
  readonly place: number
  /** Begins a message whose calls are answered by the tool messages behind it. */
  begin(): void
  add(call: ToolCallPart, at: At): void
  /** Takes the nearest call of an id that has no result yet, those of the program first. */
  take(id: string): PlacedCall | undefined
  /** The same among the calls of the newest message alone. */
  takeHere(id: string): PlacedCall | undefined
}

/** Ids are used again in real conversations, so calls are found by place. All looks together take one pass. */
export function createToolCalls(): ToolCalls {
  const own: PlacedCall[] = []
  const newest = new Map<string, PlacedCall | undefined>()
  const newestRan = new Map<string, PlacedCall | undefined>()
  let place = 0
  const nearest = (id: string): PlacedCall | undefined => {
    const called = firstOpen(newest, id)
    const ran = newestRan.size === 0 ? undefined : firstOpen(newestRan, id)
    return called && ran && ran.place > called.place ? ran : (called ?? ran)
  }
  return {
    own,
    get place() {
      return place
    },
    begin: () => {
      place++
    },
    add: (call, at) => {
      const lists = call.providerExecuted ? newestRan : newest
      const before = lists.get(call.toolCallId)
      const placed = { call, at, place, answered: false, before }
      lists.set(call.toolCallId, placed)
      if (lists === newest) own.push(placed)
    },
    take: (id) => {
      const taken = nearest(id)
      if (taken) taken.answered = true
      return taken
    },
    takeHere: (id) => {
      const taken = nearest(id)
      if (taken?.place !== place) return undefined
      taken.answered = true
      return taken
    },
  }
}

/** Calls with a result are forgotten on the way, so that ids used again cost nothing. */
function firstOpen(calls: Map<string, PlacedCall | undefined>, id: string): PlacedCall | undefined {
  const last = calls.get(id)
  let call = last
  while (call?.answered) call = call.before
  if (call !== last) calls.set(id, call)
  return call
}
