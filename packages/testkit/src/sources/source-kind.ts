import type { Notice, Scope, SourceRequest } from '@lamella/core'
import type { ContractLine } from '../kit/conformance-error.ts'

/** A rule that sources of all kinds have. */
type SharedSourceRule = 'fields' | 'form' | 'notices' | 'scopes' | 'stable' | 'pure' | 'abort' | 'isolation'

/** One kind of source, as the rules that all kinds share see it. */
export interface SourceKind<Source, Answer> {
  /** Codes of the rules, spelled out, to be searched for. */
  readonly codes: Readonly<Record<SharedSourceRule, string>>
  /** The name of its method. */
  readonly method: keyof Source & string
  /** What the method gives. */
  readonly gives: ContractLine
  /** That it gives the same next time. */
  readonly repeats: ContractLine
  ask(source: Source, scope: Scope, request: SourceRequest): PromiseLike<Answer> | Answer
  /** What is wrong with the form of an answer; `undefined` for nothing. */
  problem(answer: unknown): string | undefined
  /** The things in an answer, each of which belongs to somebody. */
  things(answer: Answer): readonly unknown[]
  notices(answer: Answer): readonly Notice[]
  /** What must be the same next time, if another rule looks at the rest. Default: the answer. */
  lasting?(answer: Answer): unknown
}
