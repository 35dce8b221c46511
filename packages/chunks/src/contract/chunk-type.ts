/** The type of a chunk; `CUSTOM` is anything else, in a custom tag. */
export type ChunkType =
  | 'SYSTEM'
  | 'AGENT'
  | 'WORKFLOW'
  | 'DELEGATION'
  | 'ENVIRONMENT'
  | 'WORKING_FLOW'
  | 'OUTPUT'
  | 'CUSTOM'

/** The kind of a chunk within its type. `SYSTEM`, `AGENT` and `CUSTOM` have no subtypes. */
export type ChunkSubType =
  | 'TOOL_CALL'
  | 'SKILL_CALL'
  | 'SPAWN_SUBAGENT'
  | 'MESSAGE_TO_SUBAGENT'
  | 'SUBAGENT_RESULT'
  | 'PARENT_MESSAGE'
  | 'TOOL_RESULT'
  | 'SKILL_RESULT'
  | 'COMPACTED'
  | 'TODO_UPDATE'
  | 'THINKING'
  | 'USER'
  | 'COMPLETED'
  | 'ABANDONED'
  | 'TERMINATED'
