import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { type ConformanceError, type ContractLine, conformanceError, isConformanceError } from './conformance-error.ts'
import { show } from './show.ts'

/** One thing a subject must do. A test of any runner, or of none: it resolves, or rejects with a `ConformanceError`. */
export interface ConformanceCase {
  /** A sentence of behaviour, to be the title of a test. */
  readonly name: string
  /** Stable, such as `TOKENIZER_EMPTY`. */
  readonly code: string
  /**
   * Checks a subject of its own: `make` is called anew. A case that has nothing to check, such as one about an optional
   * method that the subject lacks, skips the test that runs it and gives the reason.
   *
   * @param context What the runner gives each test. Those of vitest and `node:test` can skip.
   * @throws ConformanceError `CONFORMANCE_FAILED` (as a rejection) where the subject breaks the contract.
   */
  run(context?: TestContext): Promise<void>
}

/** What is used of a runner's test context. */
export interface TestContext {
  /** Marks the running test as skipped. */
  skip?(reason: string): unknown
}

/** What every suite can be told. */
export interface SuiteOptions {
  /** Where generated inputs start. The same seed gives the same inputs; the default is 1, so that runs are repeatable. */
  readonly seed?: number
  /** How many inputs are generated for each property. Default 100. */
  readonly runs?: number
}

/** Makes a fresh subject, or gives a shared one: every case asks once or more. */
export type Make<Subject> = () => Subject | PromiseLike<Subject>

/** One case before it knows its subject. */
export interface Rule<Subject, Options extends SuiteOptions = SuiteOptions> {
  readonly code: string
  readonly name: string
  readonly contract: ContractLine
  check(subject: Subject, bench: Bench<Subject, Options>): void | Promise<void>
}

/** What a rule works with. */
export interface Bench<Subject, Options extends SuiteOptions = SuiteOptions> {
  readonly options: Options
  /** Another subject, as a second process would make it. */
  another(): Promise<Subject>
  /** Ends the case. Both halves are read after 'expected' and 'but saw'. */
  fail(expected: string, seen: string): never
  /** Ends the case without a verdict, because there is nothing to check. */
  skip(reason: string): never
  /** Runs `body` on generated values; what fails is shrunk to the smallest value that still does. */
  forAll<Value>(arbitrary: Arbitrary<Value>, body: (value: Value) => void): void
  /** The same for a body that has to wait. One value after the other. */
  forEach<Value>(arbitrary: Arbitrary<Value>, body: (value: Value) => Promise<void>): Promise<void>
}

/**
 * Turns rules into cases. Nothing runs, and no subject is made, before a case is. When no subject can be made, the first case
 * that asks for one fails and the others are skipped.
 */
export function casesOf<Subject, Options extends SuiteOptions>(
  rules: readonly Rule<Subject, Options>[],
  make: Make<Subject>,
  options: Options,
): readonly ConformanceCase[] {
  /** The case that failed because no subject could be made. */
  let unmade: string | undefined
  const subjectFor = async ({ code }: Rule<Subject, Options>): Promise<Subject> => {
    const failedElsewhere = (): boolean => unmade !== undefined && unmade !== code
    if (failedElsewhere()) throw new Skipped(noSubject(unmade))
    try {
      const subject = await make()
      unmade = undefined
      return subject
    } catch (cause) {
      if (failedElsewhere()) throw new Skipped(noSubject(unmade))
      unmade = code
      const expected = 'a subject from the function that makes one'
      throw conformanceError(code, makes, { expected, seen: `a throw: ${show(cause)}`, cause })
    }
  }
  return rules.map((rule) => ({
    name: rule.name,
    code: rule.code,
    // A rest parameter, because runners such as mocha pass a callback to a function that declares one.
    run: async (...[context]) => {
      try {
        await rule.check(await subjectFor(rule), benchOf(rule, make, options))
      } catch (thrown) {
        if (!(thrown instanceof Skipped)) throw asConformanceError(rule, thrown)
        // vitest throws here to end the test.
        await context?.skip?.(thrown.reason)
      }
    },
  }))
}

const makes: ContractLine = ['Make', 'Makes a fresh subject, or gives a shared one: every case asks once or more.']

function noSubject(code: string | undefined): string {
  return `no subject could be made: see ${code}`
}

/** Thrown by a case that has nothing to check. It never leaves this file. */
class Skipped {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

function benchOf<Subject, Options extends SuiteOptions>(
  rule: Rule<Subject, Options>,
  make: Make<Subject>,
  options: Options,
): Bench<Subject, Options> {
  return {
    options,
    another: async () => await make(),
    fail: (expected, seen) => {
      throw conformanceError(rule.code, rule.contract, { expected, seen })
    },
    skip: (reason) => {
      throw new Skipped(reason)
    },
    forAll: (arbitrary, body) => {
      // Not fc.assert: its report wraps the error. The one of the shrunk value says all there is to say.
      const { seed = 1, runs = 100 } = options
      const outcome = fc.check(fc.property(arbitrary, body), { seed, numRuns: runs })
      if (outcome.failed) throw outcome.errorInstance
    },
    forEach: async (arbitrary, body) => {
      const { seed = 1, runs = 100 } = options
      const outcome = await fc.check(fc.asyncProperty(arbitrary, body), { seed, numRuns: runs })
      if (outcome.failed) throw outcome.errorInstance
    },
  }
}

/** A subject's own throw is a finding too, where the rule did not say so itself. */
function asConformanceError<Subject, Options extends SuiteOptions>(
  rule: Rule<Subject, Options>,
  thrown: unknown,
): ConformanceError {
  if (isConformanceError(thrown)) return thrown
  const found = { expected: 'a call that returns', seen: `a throw: ${show(thrown)}`, cause: thrown }
  return conformanceError(rule.code, rule.contract, found)
}
