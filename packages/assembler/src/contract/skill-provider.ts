import type { AgentTool } from './tool-executor.ts'

/** An active skill: the model reads its instructions and gets its tools. */
export interface ActiveSkill {
  /** Stable. */
  readonly id: string
  readonly name: string
  /** Instructions. Default: the result of `getSkillInstructions`. */
  readonly instructions?: string
  /** Tools. Default: the result of `getSkillTools`. */
  readonly tools?: readonly AgentTool[]
  /** Examples, shown if `includeExamplesInPrompt` is on. */
  readonly examples?: readonly string[]
  /**
   * The position among the skills, ascending; skills with equal orders are shown as the provider lists them. Default 0.
   */
  readonly order?: number
  /** What survives: the highest gives way last. Default: the result of `getSkillPriority`, or else 0. */
  readonly priority?: number
}

/** Provides the active skills. It is called on every turn, so skills survive compaction of the history. */
export interface SkillProvider {
  getActiveSkills(
    agent: string | undefined,
    session: string,
  ): readonly ActiveSkill[] | PromiseLike<readonly ActiveSkill[]>
  getSkillInstructions?(skillId: string): string | undefined | PromiseLike<string | undefined>
  getSkillTools?(skillId: string): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
  getSkillPriority?(skillId: string): number | undefined | PromiseLike<number | undefined>
}
