import type { ChunkSubType as SubType, ChunkType as Type } from './contract/chunk-type.ts'

/**
 * The types of chunks. A plain object rather than an enum: each value equals its name, so chunks read from JSON need no
 * conversion.
 *
 * @example
 * builder.build(state, { excludeTypes: [ChunkType.OUTPUT] })
 */
export const ChunkType: { readonly [Name in Type]: Name } = {
  /** Instructions and facts for the model. */
  SYSTEM: 'SYSTEM',
  /** Messages between the user and the agent. */
  AGENT: 'AGENT',
  /** Calls of tools and skills. */
  WORKFLOW: 'WORKFLOW',
  /** Messages to and from sub-agents or the parent. */
  DELEGATION: 'DELEGATION',
  /** Results of tools and skills. */
  ENVIRONMENT: 'ENVIRONMENT',
  /** Thoughts, to-do lists, summaries and user interventions. */
  WORKING_FLOW: 'WORKING_FLOW',
  /** How the task ended. */
  OUTPUT: 'OUTPUT',
  /** Anything else, in a custom tag. */
  CUSTOM: 'CUSTOM',
}

/** One of the values of `ChunkType`. */
export type ChunkType = Type

/** The kind of a chunk within its type. `SYSTEM`, `AGENT` and `CUSTOM` have no subtypes. */
export const ChunkSubType: { readonly [Name in SubType]: Name } = {
  /** `WORKFLOW` */
  TOOL_CALL: 'TOOL_CALL',
  SKILL_CALL: 'SKILL_CALL',
  /** `DELEGATION` */
  SPAWN_SUBAGENT: 'SPAWN_SUBAGENT',
  MESSAGE_TO_SUBAGENT: 'MESSAGE_TO_SUBAGENT',
  SUBAGENT_RESULT: 'SUBAGENT_RESULT',
  PARENT_MESSAGE: 'PARENT_MESSAGE',
  /** `ENVIRONMENT`. A failed result has `success: false` in its metadata. */
  TOOL_RESULT: 'TOOL_RESULT',
  SKILL_RESULT: 'SKILL_RESULT',
  /** `WORKING_FLOW` */
  COMPACTED: 'COMPACTED',
  TODO_UPDATE: 'TODO_UPDATE',
  THINKING: 'THINKING',
  USER: 'USER',
  /** `OUTPUT` */
  COMPLETED: 'COMPLETED',
  ABANDONED: 'ABANDONED',
  TERMINATED: 'TERMINATED',
}

/** One of the values of `ChunkSubType`. */
export type ChunkSubType = SubType
