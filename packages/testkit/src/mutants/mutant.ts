/** A subject with one small fault, which its suite must find with exactly one case. */
export interface Mutant<Subject> {
  /** What is wrong with it. */
  readonly name: string
  /** Code of the one case that fails. */
  readonly code: string
  make(): Subject
}

/** For faults that show between instances only: every second one is odd. */
export function inTurns<Subject>(make: (odd: boolean) => Subject): () => Subject {
  let made = 0
  return () => make(made++ % 2 === 1)
}
