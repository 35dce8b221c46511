import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { type ConformanceError, type ContractLine, conformanceError, isConformanceError } from './conformance-error.ts'
import { show } from './show.ts'

/**
 * One thing a subject must do. Runs in any test runner, or without one: it resolves, or rejects with a
 * `ConformanceError`.
 */
export interface ConformanceCase {
  /** A sentence of behaviour, used as the title of a test. */
  readonly name: string
  /** Stable, such as `TOKENIZER_EMPTY`. */
  readonly code: string
  /**
   * Checks a fresh subject: calls `make` again. A case with nothing to check, such as one about an optional method that
   * the subject lacks, skips the test that runs it, with the reason.
   *
   * @param context The context that the runner passes to each test. Those of vitest and `node:test` can skip.
   * @throws ConformanceError `CONFORMANCE_FAILED` (as a rejection) if the subject breaks the contract.
   */
  run(context?: TestContext): Promise<void>
}

/** The part of a runner's test context that is used. */
export interface TestContext {
  /** Marks the running test as skipped. */
  skip?(reason: string): unknown
}

/** The options of every suite. */
export interface SuiteOptions {
  /** Seed of the generated inputs. The same seed generates the same inputs; the default is 1, so runs are repeatable. */
  readonly seed?: number
  /** The number of generated inputs per property. Default 100. */
  readonly runs?: number
}

/** Creates a fresh subject, or returns a shared one: every case requests one or more. */
export type Make<Subject> = () => Subject | PromiseLike<Subject>

/** One case without its subject. */
export interface Rule<Subject, Options extends SuiteOptions = SuiteOptions> {
  readonly code: string
  readonly name: string
  readonly contract: ContractLine
  check(subject: Subject, bench: Bench<Subject, Options>): void | Promise<void>
}

/** The tools of a rule. */
export interface Bench<Subject, Options extends SuiteOptions = SuiteOptions> {
  readonly options: Options
  /** Another subject, as a second process would create it. */
  another(): Promise<Subject>
  /** Fails the case. The arguments follow "expected" and "but saw" in the message. */
  fail(expected: string, seen: string): never
  /** Ends the case without a verdict, because there is nothing to check. */
  skip(reason: string): never
  /** Runs `body` on generated values; failing values are shrunk to the smallest one that still fails. */
  forAll<Value>(arbitrary: Arbitrary<Value>, body: (value: Value) => void): void
  /** Does the same for an asynchronous body, one value after the other. */
  forEach<Value>(arbitrary: Arbitrary<Value>, body: (value: Value) => Promise<void>): Promise<void>
}

/**
 * Turns rules into cases. Nothing runs, and no subject is created, before a case runs. If no subject can be created,
 * the first case that requests one fails and the others are skipped.
 */
export function casesOf<Subject, Options extends SuiteOptions>(
  rules: readonly Rule<Subject, Options>[],
  make: Make<Subject>,
  options: Options,
): readonly ConformanceCase[] {
  /** The case that failed because no subject could be created. */
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
      const expected = 'a subject from the function that creates one'
      throw conformanceError(code, makes, { expected, seen: `a throw: ${show(cause)}`, cause })
    }
  }
  return rules.map((rule) => ({
    name: rule.name,
    code: rule.code,
    // A rest parameter, because runners such as mocha pass a callback to functions that declare one.
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

const makes: ContractLine = [
  'Make',
  'Creates a fresh subject, or returns a shared one: every case requests one or more.',
]

function noSubject(code: string | undefined): string {
  return `no subject could be created: see ${code}`
}

/** Thrown by a case with nothing to check. It never leaves this file. */
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
      // Not fc.assert: its report wraps the error, and the error of the shrunk value is sufficient.
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

/** An error thrown by the subject is also a finding, if the rule did not report it itself. */
function asConformanceError<Subject, Options extends SuiteOptions>(
  rule: Rule<Subject, Options>,
  thrown: unknown,
): ConformanceError {
  if (isConformanceError(thrown)) return thrown
  const found = { expected: 'a call that returns', seen: `a throw: ${show(thrown)}`, cause: thrown }
  return conformanceError(rule.code, rule.contract, found)
}
