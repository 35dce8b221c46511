import { throwIfAborted } from '@lamella/core/plugin'
import { turn } from '../pieces.ts'

/** The steps after which others have a turn: some 10 ms of work. */
const stretch = 250_000

/** The most steps of a call. */
const mostSteps = 2_000_000_000

/** The work of one call: it pauses for others, heeds its signal, and has a bound. A step is one state at one character. */
export interface Work {
  /** Counts steps. Returns whether it is time for a pause. */
  add(steps: number): boolean
  /** Lets others have a turn. Resolves to whether there may be more work. @throws LamellaError `ABORTED` */
  pause(): Promise<boolean>
  /** The characters of a text that can be searched between two pauses. */
  lengthFor(states: number): number
}

/** Begins the work of one call. */
export function createWork(signal: AbortSignal | undefined): Work {
  let [steps, paused] = [0, 0]
  return {
    add: (more) => {
      steps += more
      return steps - paused >= stretch
    },
    pause: async () => {
      paused = steps
      await turn()
      throwIfAborted(signal, 'The read')
      return steps < mostSteps
    },
    lengthFor: (states) => Math.floor(stretch / states),
  }
}
