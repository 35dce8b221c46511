import type { Notice, Scope } from '@lamella/core'
import type { SourceRequest } from '@lamella/core/plugin'
import type { ContractLine } from '../kit/conformance-error.ts'

/** One kind of source, as the shared rules see it. */
export interface SourceKind<Source, Answer> {
  /** Begins the codes of the rules: `TEXT_SOURCE` for `TEXT_SOURCE_FIELDS`. */
  readonly prefix: string
  /** The name of its method. */
  readonly method: keyof Source & string
  /** The line of the contract about the method's answer. */
  readonly gives: ContractLine
  /** The line of the contract about repeated answers. */
  readonly repeats: ContractLine
  ask(source: Source, scope: Scope, request: SourceRequest): PromiseLike<Answer> | Answer
  /** Describes the problem with the form of an answer; `undefined` if it is valid. */
  problem(answer: unknown): string | undefined
  /** The items of an answer, each of which belongs to an owner. */
  things(answer: Answer): readonly unknown[]
  notices(answer: Answer): readonly Notice[]
  /** The part that must be stable, if another rule covers the rest. Default: the answer. */
  lasting?(answer: Answer): unknown
}
