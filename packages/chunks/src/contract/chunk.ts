import type { FilePart, ImagePart, ProviderOptions, TextPart, ToolOutput } from '@lamella/core'
import type { Role } from '@lamella/core/plugin'

/** One event in an agent's history. A chunk is plain JSON; fields not declared here are ignored. */
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

/** The fields of every chunk. */
export interface BaseChunk {
  /** Unique within the state and stable across builds. Never empty. */
  readonly id: string
  /**
   * Text is used unchanged; anything else is written with `JSON.stringify`. `AGENT` chunks, and tool results of the
   * output type `content`, may hold a list of parts: texts are written, files and images are named.
   */
  readonly content: unknown
}

/** The metadata that every chunk may have. */
export interface ChunkMetadata {
  /** Higher survives longer when tokens run out. Any finite number. Default 0, or 1000 for `SYSTEM` chunks. */
  readonly priority?: number
  /** Never shortened or dropped. Default `false`, and `true` for the newest summary; the user's newest message is always pinned. */
  readonly pinned?: boolean
  /** Data for custom renderers. */
  readonly custom?: Readonly<Record<string, unknown>>
  /** For `toMessages`: the canonical message that contains the chunk. Written by `fromMessages`. */
  readonly source?: ChunkSource
  /** For `toMessages`: the provider options of the part. */
  readonly providerOptions?: ProviderOptions
}

/**
 * The position of a chunk in a canonical message. Consecutive chunks with the same `message` become one message again.
 */
export interface ChunkSource {
  readonly message: string
  readonly role: Role
  /** The chunk's position in its message, from 0. */
  readonly part: number
  /** Whether the message has no parts. */
  readonly empty?: boolean
  /** The provider options of the message. */
  readonly providerOptions?: ProviderOptions
}

/** A text or file part, as in canonical messages. */
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

/** `<user_message>`, `<assistant_response>`, or `<assistant_clarification>` if the action is `clarification`. */
export type AgentChunk = Of<'AGENT', { readonly role: 'user' | 'assistant'; readonly action?: string }>

/** The metadata of both kinds of calls. */
interface Call {
  /** Matches the id of the call's result. Later calls may reuse it. */
  readonly callId: string
  /** For example `pending`. */
  readonly status?: string
}

/** The metadata of both kinds of results. */
interface Result {
  readonly callId: string
  /** Default `true`. */
  readonly success?: boolean
  /** Default: `true` if `success` is `false`. */
  readonly error?: boolean
}

/** `<tool_call>`. The content is the input. */
export type ToolCallChunk = OfSub<
  'WORKFLOW',
  'TOOL_CALL',
  Call & {
    readonly tool: string
    /** Whether the provider runs the tool itself; such a call needs no result. */
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
    /** The canonical output whose value is the content. Default: derived from the content and `success`. */
    readonly output?: { readonly type: ToolOutput['type']; readonly providerOptions?: ProviderOptions }
  }
>

/** `<skill_result>` */
export type SkillResultChunk = OfSub<'ENVIRONMENT', 'SKILL_RESULT', Result & { readonly skill: string }>

/** `<progress_summary>`. The newest one is pinned, unless its `pinned` is `false`: it replaces chunks that are gone. */
export type SummaryChunk = OfSub<
  'WORKING_FLOW',
  'COMPACTED',
  {
    /** Milliseconds since 1970, or a date. */
    readonly compactedAt?: number | string
    /** The number of chunks summarized. */
    readonly originalCount?: number
  }
>

/** `<todo_update>`. An action is, for example, `todo_set`. */
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

/**
 * A custom tag; without one, `<custom_chunk>`. Names consist of letters, digits, `_`, `-` and `.`, starting with a
 * letter or `_`.
 */
export type CustomChunk = Of<
  'CUSTOM',
  {
    readonly tag?: string
    /** Default `user`. */
    readonly role?: ContextMessageRole
    /** Attributes in addition to `id`, in this order. */
    readonly attributes?: Readonly<Record<string, string | number | boolean>>
    /** The tool call that the chunk belongs to; both are kept or dropped together. */
    readonly callId?: string
  }
>

/** An agent's memory, in order. Other fields of a framework's state are ignored. */
export interface MemoryState {
  /** A list, or a map or object keyed by id. */
  readonly chunks: readonly MemoryChunk[] | ReadonlyMap<string, MemoryChunk> | Readonly<Record<string, MemoryChunk>>
  /**
   * The order, by id; chunks not listed are not part of the state. Required if `chunks` is an object, since JavaScript
   * orders its keys differently. Default: the order of the list or map.
   */
  readonly chunkIds?: readonly string[]
}

/** Who wrote a message. Tool results are text for the model, in user messages. */
export type ContextMessageRole = 'system' | 'user' | 'assistant'
