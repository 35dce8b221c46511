/** A subject with one small fault, which exactly one case of its suite must detect. */
export interface Mutant<Subject> {
  /** The fault. */
  readonly name: string
  /** Code of the one case that fails. */
  readonly code: string
  make(): Subject
}

/** For faults that show only between instances: every second instance differs. */
export function inTurns<Subject>(make: (odd: boolean) => Subject): () => Subject {
  let made = 0
  return () => make(made++ % 2 === 1)
}
