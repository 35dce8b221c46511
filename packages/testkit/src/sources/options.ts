import type { Scope } from '@lamella/core'
import type { SuiteOptions } from '../kit/rule.ts'

/** The options of the suites for sources. */
export interface SourceSuiteOptions extends SuiteOptions {
  /** The scope to read for; the source should have data for it. Default: that of `fakeRequest()`. */
  readonly scope?: Scope
  /** Scopes that must not receive any data of `scope`. Without them, the isolation case is skipped. */
  readonly others?: readonly Scope[]
  /** Milliseconds after which a read counts as hung. Default 2000. */
  readonly patience?: number
}
