import type { Notice, Scope, UserMessage, UserPart } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { ModelParameters } from '../contract/parameters.ts'
import type { ResolvedSkill } from '../skills/resolve-skills.ts'
import type { GatheredTools } from '../tools/tool-collector.ts'

/** Everything in a context except the messages: the input of the prompt's sections. */
export interface AssemblyInputs {
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly scope: Scope
  /** The revision of a custom store, if it returns one. */
  readonly revision: string | number | undefined
  /** The state of the instruction folder, as far as it may change between requests. */
  readonly files: unknown
  readonly skills: readonly ResolvedSkill[]
  readonly tools: GatheredTools['tools']
  readonly additional: string | undefined
  /** The time as shown; `undefined` if none is shown. */
  readonly datetime: string | undefined
  readonly now: Date
  readonly parameters: ModelParameters
  /** `undefined` if the table of models does not have it. */
  readonly model: Model | undefined
  /** Tokens. */
  readonly window: number
  readonly reserve: number
  /** A message that is not in the session. */
  readonly message: string | UserPart[] | UserMessage | undefined
  /** What the call asks for beyond the session's state, as text: with other options it is another request. */
  readonly asked: string
  readonly notices: readonly Notice[]
  /** What the call says of how it is counted. */
  readonly counting: Pick<AssembleOptions, 'refused' | 'countTokens' | 'settings'>
}

/** The request fields that the layers of an assembler need. */
export interface AssemblyNeeds {
  readonly assembly: AssemblyInputs
}
