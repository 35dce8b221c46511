import type { AgentTool } from './tool-executor.ts'

/** A skill that is active: the model reads its instructions and has its tools. */
export interface ActiveSkill {
  /** Stable. */
  readonly id: string
  readonly name: string
  /** Default: what `getSkillInstructions` gives. */
  readonly instructions?: string
  /** Default: what `getSkillTools` gives. */
  readonly tools?: readonly AgentTool[]
  /** Shown where `includeExamplesInPrompt` is on. */
  readonly examples?: readonly string[]
  /** Where it stands among the skills, ascending; of equal ones as the provider lists them. Default 0. */
  readonly order?: number
  /** What survives: the highest gives way last. Default: what `getSkillPriority` gives, or else 0. */
  readonly priority?: number
}

/** Knows which skills are active. It is asked at every turn, so a skill outlives any compaction of the history. */
export interface SkillProvider {
  getActiveSkills(
    agent: string | undefined,
    session: string,
  ): readonly ActiveSkill[] | PromiseLike<readonly ActiveSkill[]>
  getSkillInstructions?(skillId: string): string | undefined | PromiseLike<string | undefined>
  getSkillTools?(skillId: string): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
  getSkillPriority?(skillId: string): number | undefined | PromiseLike<number | undefined>
}
