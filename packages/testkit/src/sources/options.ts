import type { Scope } from '@lamella/core'
import type { SuiteOptions } from '../kit/rule.ts'

/** What the suites for sources can be told. */
export interface SourceSuiteOptions extends SuiteOptions {
  /** Whose data is read: a scope for which the source has something. Default: that of `fakeRequest()`. */
  readonly scope?: Scope
  /** Scopes that must be given nothing of what `scope` is given. Without them the case about that is skipped. */
  readonly others?: readonly Scope[]
  /** Milliseconds after which a read counts as hung. Default 2000. */
  readonly patience?: number
}
