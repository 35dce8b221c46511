/**
 * What a chunk tells of. A plain object instead of an enum: its values are their own names, so that chunks read from JSON
 * need no conversion.
 *
 * @example
 * builder.build(state, { excludeTypes: [ChunkType.OUTPUT] })
 */
export const ChunkType = {
  /** Instructions and facts for the model. */
  SYSTEM: 'SYSTEM',
  /** What the user and the agent said to each other. */
  AGENT: 'AGENT',
  /** Calls of tools and skills. */
  WORKFLOW: 'WORKFLOW',
  /** What goes to sub-agents and comes from them, or from the parent. */
  DELEGATION: 'DELEGATION',
  /** What tools and skills gave back. */
  ENVIRONMENT: 'ENVIRONMENT',
  /** Thoughts, lists of things to do, summaries, a user who steps in. */
  WORKING_FLOW: 'WORKING_FLOW',
  /** How the task ended. */
  OUTPUT: 'OUTPUT',
  /** Anything else, in a tag of its own. */
  CUSTOM: 'CUSTOM',
} as const

/** One of the values of `ChunkType`. */
export type ChunkType = (typeof ChunkType)[keyof typeof ChunkType]

/** What a chunk of its type is in particular. `SYSTEM`, `AGENT` and `CUSTOM` have no subtypes. */
export const ChunkSubType = {
  /** `WORKFLOW` */
  TOOL_CALL: 'TOOL_CALL',
  SKILL_CALL: 'SKILL_CALL',
  /** `DELEGATION` */
  SPAWN_SUBAGENT: 'SPAWN_SUBAGENT',
  MESSAGE_TO_SUBAGENT: 'MESSAGE_TO_SUBAGENT',
  SUBAGENT_RESULT: 'SUBAGENT_RESULT',
  PARENT_MESSAGE: 'PARENT_MESSAGE',
  /** `ENVIRONMENT`. A result that failed has `success: false` in its metadata. */
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
} as const

/** One of the values of `ChunkSubType`. */
export type ChunkSubType = (typeof ChunkSubType)[keyof typeof ChunkSubType]
