import type { Sent } from './findings.ts'
import type { Loop } from './loops.ts'
import type { Wire } from './wires.ts'

/** The window of all loops, and what is reserved for an answer, in tokens. */
export const window = 8_000
export const reserve = 1_000

/** One way to run a loop in a host. */
export interface Way {
  readonly host: string
  readonly name: string
  /** Whether it is Lamella's. */
  readonly own: boolean
  readonly wire: Wire
  /** Replays a loop, and returns its requests. */
  play(loop: Loop): Promise<readonly Sent[]>
}
