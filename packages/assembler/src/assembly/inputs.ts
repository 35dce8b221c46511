import type { Notice, RequestPrefix, Scope, UserMessage, UserPart } from '@lamella/core'
import type { Model } from '@lamella/models'
import type { ModelParameters } from '../contract/parameters.ts'
import type { ResolvedSkill } from '../skills/resolve-skills.ts'
import type { GatheredTools } from '../tools/tool-collector.ts'

/** All that a context is made of beside the messages: what the sections of the prompt are written from. */
export interface AssemblyInputs {
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly scope: Scope
  /** Of a store of your own, where it tells one. */
  readonly revision: string | number | undefined
  /** What the folder of instructions says, as far as it may say something else the next time. */
  readonly files: unknown
  readonly skills: readonly ResolvedSkill[]
  readonly tools: GatheredTools['tools']
  readonly additional: string | undefined
  /** As it is shown; `undefined` where none is. */
  readonly datetime: string | undefined
  readonly now: Date
  readonly parameters: ModelParameters
  /** `undefined` for one that the table of models does not have. */
  readonly model: Model | undefined
  /** Tokens. */
  readonly window: number
  readonly reserve: number
  /** One that is not in the session. */
  readonly message: string | UserPart[] | UserMessage | undefined
  /** Only compared. */
  readonly previous: RequestPrefix | undefined
  readonly notices: readonly Notice[]
}

/** What the layers of an assembler want from a request. */
export interface AssemblyNeeds {
  readonly assembly: AssemblyInputs
}
