import { isLamellaError } from '@lamella/core'

/** Runs what tells listeners. */
export type AfterTelling = <Result>(run: () => Result) => Result

/** What fails so in the document itself; anything else was thrown by somebody who listens. */
const failures = ['BLOCK_BYTES_INVALID', 'BLOCK_FAILED', 'BLOCK_CLOSED']

/** Listeners may change the document again, and throw again. */
const mostTries = 10

/** That a listener throws is no failure of a change that is made: it is told to somebody else, and all goes on. */
export function createAfterTelling(tell: (error: unknown) => void): AfterTelling {
  return (run) => {
    for (let tries = 1; ; tries++) {
      try {
        return run()
      } catch (error) {
        const isOurs = isLamellaError(error) && failures.includes(error.code)
        if (isOurs || tries === mostTries) throw error
        tell(error)
      }
    }
  }
}
