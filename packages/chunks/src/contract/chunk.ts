import type { FilePart, ImagePart, ProviderOptions, Role, TextPart, ToolOutput } from '@lamella/core'
import type { ContextMessageRole } from './role.ts'

/** One thing that happened to an agent. Plain JSON is a chunk; fields that are not named here are left alone. */
export type MemoryChunk =
  | SystemChunk
  | AgentChunk
  | ToolCallChunk
  | SkillCallChunk
  | SpawnChunk
  | SubagentMessageChunk
  | SubagentResultChunk
  | ParentMessageChunk
  | ToolResultChunk
  | SkillResultChunk
  | SummaryChunk
  | TodoChunk
  | ThinkingChunk
  | InterventionChunk
  | CompletedChunk
  | AbandonedChunk
  | TerminatedChunk
  | CustomChunk

/** What every chunk has. */
export interface BaseChunk {
  /** Unique in its state, and the same at every build. Never empty. */
  readonly id: string
  /**
   * A text is taken as it is; anything else is written by `JSON.stringify`. Chunks of what was said, and tool results of
   * the output type `content`, may hold a list of parts: texts are written, files and images are named.
   */
  readonly content: unknown
}

/** What the metadata of every chunk may have. */
export interface ChunkMetadata {
  /** Higher survives longer when tokens run out. Any finite number. Default 0, of `SYSTEM` chunks 1000. */
  readonly priority?: number
  /** Never shortened, never dropped. Default `false`; the newest words of the user are pinned anyway. */
  readonly pinned?: boolean
  /** Whatever custom renderers go by. */
  readonly custom?: Readonly<Record<string, unknown>>
  /** For `toMessages`: which canonical message the chunk is a part of. Written by `fromMessages`. */
  readonly source?: ChunkSource
  /** For `toMessages`: what the part carries for its provider. */
  readonly providerOptions?: ProviderOptions
}

/** Where a chunk was in a canonical message. Chunks that stand behind each other with one `message` become one again. */
export interface ChunkSource {
  readonly message: string
  readonly role: Role
  /** Number of the chunk in its message, from 0. */
  readonly part: number
  /** The message has no parts at all. */
  readonly empty?: boolean
  /** Those of the message. */
  readonly providerOptions?: ProviderOptions
}

/** A part of what was said, as in canonical messages. */
export type ContentPart = TextPart | ImagePart | FilePart

interface Of<Type extends string, Metadata = object> extends BaseChunk {
  readonly type: Type
  readonly subType?: undefined
  readonly metadata: ChunkMetadata & Metadata
}

interface OfSub<Type extends string, SubType extends string, Metadata = object> extends BaseChunk {
  readonly type: Type
  readonly subType: SubType
  readonly metadata: ChunkMetadata & Metadata
}

/** `<system_context>` */
export type SystemChunk = Of<'SYSTEM'>

/** `<user_message>`, `<assistant_response>`, and `<assistant_clarification>` where the action is `clarification`. */
export type AgentChunk = Of<'AGENT', { readonly role: 'user' | 'assistant'; readonly action?: string }>

/** What both kinds of calls may have. */
interface Call {
  /** The result of the call has the same one. Ids may be used again for later calls. */
  readonly callId: string
  /** Such as `pending`. */
  readonly status?: string
}

/** What both kinds of results may have. */
interface Result {
  readonly callId: string
  /** Default `true`. */
  readonly success?: boolean
  /** Default: `true` where `success` is `false`. */
  readonly error?: boolean
}

/** `<tool_call>`. The content is the input. */
export type ToolCallChunk = OfSub<
  'WORKFLOW',
  'TOOL_CALL',
  Call & {
    readonly tool: string
    /** The provider runs the tool itself: a call without a result lacks nothing. */
    readonly providerExecuted?: boolean
  }
>

/** `<skill_call>`. The content is the input. */
export type SkillCallChunk = OfSub<'WORKFLOW', 'SKILL_CALL', Call & { readonly skill: string }>

/** `<spawn_subagent>` */
export type SpawnChunk = OfSub<
  'DELEGATION',
  'SPAWN_SUBAGENT',
  { readonly subagentId: string; readonly agentType?: string }
>

/** `<message_to_subagent>` */
export type SubagentMessageChunk = OfSub<'DELEGATION', 'MESSAGE_TO_SUBAGENT', { readonly subagentId: string }>

/** `<subagent_result>` */
export type SubagentResultChunk = OfSub<
  'DELEGATION',
  'SUBAGENT_RESULT',
  {
    readonly subagentId: string
    /** Default `true`. */
    readonly success?: boolean
  }
>

/** `<parent_agent_message>` */
export type ParentMessageChunk = OfSub<'DELEGATION', 'PARENT_MESSAGE', { readonly parentAgentId: string }>

/** `<tool_result>` */
export type ToolResultChunk = OfSub<
  'ENVIRONMENT',
  'TOOL_RESULT',
  Result & {
    readonly tool: string
    /** The canonical output that the content is the value of. Default: by content and success. */
    readonly output?: { readonly type: ToolOutput['type']; readonly providerOptions?: ProviderOptions }
  }
>

/** `<skill_result>` */
export type SkillResultChunk = OfSub<'ENVIRONMENT', 'SKILL_RESULT', Result & { readonly skill: string }>

/** `<progress_summary>` */
export type SummaryChunk = OfSub<
  'WORKING_FLOW',
  'COMPACTED',
  {
    /** Milliseconds since 1970, or a date. */
    readonly compactedAt?: number | string
    /** How many chunks were summed up. */
    readonly originalCount?: number
  }
>

/** `<todo_update>`. The action is such as `todo_set`. */
export type TodoChunk = OfSub<'WORKING_FLOW', 'TODO_UPDATE', { readonly action?: string }>

/** `<thinking>` */
export type ThinkingChunk = OfSub<'WORKING_FLOW', 'THINKING'>

/** `<user_intervention>` */
export type InterventionChunk = OfSub<'WORKING_FLOW', 'USER'>

/** `<task_completed>` */
export type CompletedChunk = OfSub<'OUTPUT', 'COMPLETED'>

/** `<task_abandoned>` */
export type AbandonedChunk = OfSub<'OUTPUT', 'ABANDONED', { readonly reason?: string }>

/** `<task_terminated>` */
export type TerminatedChunk = OfSub<'OUTPUT', 'TERMINATED', { readonly terminatedBy?: string }>

/** A tag of your own, `<custom_chunk>` without one. Names are letters, digits, `_`, `-` and `.`, a letter or `_` first. */
export type CustomChunk = Of<
  'CUSTOM',
  {
    readonly tag?: string
    /** Default `user`. */
    readonly role?: ContextMessageRole
    /** Beside `id`, in this order. */
    readonly attributes?: Readonly<Record<string, string | number | boolean>>
    /** The tool call that the chunk belongs to: it is kept and dropped with it. */
    readonly callId?: string
  }
>

/** What an agent remembers, in order. Other fields of a framework's state are left alone. */
export interface MemoryState {
  /** A list; or a map or an object by id. */
  readonly chunks: readonly MemoryChunk[] | ReadonlyMap<string, MemoryChunk> | Readonly<Record<string, MemoryChunk>>
  /**
   * The order, by id; chunks that are not listed are no part of the state. Needed where `chunks` is an object, whose keys
   * JavaScript keeps in an order of its own. Default: the order of the list or map.
   */
  readonly chunkIds?: readonly string[]
}
