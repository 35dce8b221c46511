/**
 * The canonical message. It is structurally the AI SDK's `ModelMessage`, so a context can be passed to `generateText`
 * unchanged, and an AI SDK history to Lamella. Arrays are typed as mutable for that reason alone (a `readonly` array is
 * not assignable to the SDK's type): Lamella never changes one.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** The four roles of a canonical message. */
export type Role = Message['role']

/** Any value that `JSON.stringify` writes. `undefined` fields count as omitted. */
export type JsonValue = null | string | number | boolean | { [key: string]: JsonValue | undefined } | JsonValue[]

/**
 * Data that must survive a round trip through one provider (signatures, encrypted reasoning, cache hints), by provider.
 */
export type ProviderOptions = Record<string, Record<string, JsonValue | undefined>>

/** Instructions. Each layer with placement `system` becomes one of these. */
export interface SystemMessage {
  readonly role: 'system'
  readonly content: string
  readonly providerOptions?: ProviderOptions
}

/** A user message, or one that a program writes in the user's place. */
export interface UserMessage {
  readonly role: 'user'
  readonly content: string | UserPart[]
  readonly providerOptions?: ProviderOptions
}

/** A message of the model: text, reasoning and tool calls. */
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string | AssistantPart[]
  readonly providerOptions?: ProviderOptions
}

/** Tool results, or responses to approval requests. Each part answers one call of the preceding assistant message. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly content: ToolPart[]
  readonly providerOptions?: ProviderOptions
}

export type UserPart = TextPart | ImagePart | FilePart
export type AssistantPart = TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart | ToolApprovalRequest
export type ToolPart = ToolResultPart | ToolApprovalResponse
/** Every kind of part a message can hold. */
export type Part = UserPart | AssistantPart | ToolPart

export interface TextPart {
  readonly type: 'text'
  readonly text: string
  readonly providerOptions?: ProviderOptions
}

/** Bytes, base64 text, a data URL or a URL. */
export type DataContent = string | Uint8Array | ArrayBuffer

export interface ImagePart {
  readonly type: 'image'
  readonly image: DataContent | URL
  readonly mediaType?: string
  readonly providerOptions?: ProviderOptions
}

export interface FilePart {
  readonly type: 'file'
  readonly data: DataContent | URL
  readonly filename?: string
  readonly mediaType: string
  readonly providerOptions?: ProviderOptions
}

export interface ReasoningPart {
  readonly type: 'reasoning'
  readonly text: string
  readonly providerOptions?: ProviderOptions
}

export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  /** The arguments, as a JSON value (not as JSON text). */
  readonly input: unknown
  readonly providerOptions?: ProviderOptions
  /** The provider ran the tool itself, and its result is in the same assistant message. */
  readonly providerExecuted?: boolean
}

export interface ToolResultPart {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: ToolOutput
  readonly providerOptions?: ProviderOptions
}

/**
 * A request for approval to run a call of the same message. It is for the application: never sent to a
 * model.
 */
export interface ToolApprovalRequest {
  readonly type: 'tool-approval-request'
  readonly approvalId: string
  readonly toolCallId: string
  readonly signature?: string
  readonly inputSchemaInput?: unknown
}

/** The response to an approval request. A denied call has no other result. */
export interface ToolApprovalResponse {
  readonly type: 'tool-approval-response'
  readonly approvalId: string
  readonly approved: boolean
  readonly reason?: string
  readonly providerExecuted?: boolean
}

/** The output of a tool. */
export type ToolOutput = ToolOutputValue & { readonly providerOptions?: ProviderOptions }

type ToolOutputValue =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'execution-denied'; readonly reason?: string }
  | { readonly type: 'content'; readonly value: ToolOutputContent[] }

/** One piece of a tool's output. Data is base64 text; `fileId` is one id, or one per provider. */
export type ToolOutputContent =
  /** The older name of `image-data` and `file-data`. */
  | { readonly type: 'media'; readonly data: string; readonly mediaType: string }
  | (ToolOutputPiece & { readonly providerOptions?: ProviderOptions })

type ToolOutputPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image-data'; readonly data: string; readonly mediaType: string }
  | { readonly type: 'image-url'; readonly url: string }
  | { readonly type: 'image-file-id'; readonly fileId: string | Record<string, string> }
  | { readonly type: 'file-data'; readonly data: string; readonly mediaType: string; readonly filename?: string }
  | { readonly type: 'file-url'; readonly url: string; readonly mediaType?: string }
  | { readonly type: 'file-id'; readonly fileId: string | Record<string, string> }
  /** For one provider only: everything is in `providerOptions`. */
  | { readonly type: 'custom' }

/** A JSON Schema, as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A schema object that can produce its JSON Schema, such as those of Zod 4.2, ArkType and Valibot.
 *
 * Source: standardschema.dev, "Standard JSON Schema" 1.
 */
export interface StandardJsonSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-07' }) => Record<string, unknown>
    }
  }
}

/** A tool the model may call. Pass the same object in every build and never change it: its tokens are counted once. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  /**
   * JSON Schema (draft 7) of the arguments, an object at the top; or a schema object that can produce its JSON Schema.
   */
  readonly inputSchema: JsonSchema | StandardJsonSchema
  readonly providerOptions?: ProviderOptions
}

/** A tool in wire form: a Standard Schema has become its JSON Schema. */
export interface ContextTool extends ToolDefinition {
  readonly inputSchema: JsonSchema
}

/** Sampling parameters, passed through to the wire format. */
export interface Parameters {
  readonly model?: string
  readonly temperature?: number
  readonly topP?: number
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }
  /** Options specific to one provider: reasoning effort, safety settings, fields of a recorded request. */
  readonly providerOptions?: ProviderOptions
}

/** Tools that are added and removed inside an epoch. A tool that has changed is in both. */
export interface ToolChanges {
  /** Their definitions. */
  readonly added: readonly ToolDefinition[]
  /** Their names. */
  readonly removed: readonly string[]
}

/** Settings of the request that change inside an epoch: what `Framing.settingsOf` returned. */
export interface SettingChanges {
  /** Those of the epoch's first request, which the request keeps. */
  readonly first: JsonValue
  readonly now: JsonValue
}

/**
 * The mark under `providerOptions.lamella.update` of a message that announces a change inside a run. Its role is `user`, and
 * its text is fenced. Encoders send the owner's as a system or developer message where the format and the model take one.
 */
export interface UpdateMark {
  /** Who wrote its content. `data`: everybody but the owner, or several authors. */
  readonly by: 'owner' | 'data'
  /** It changes the tools: see `Framing.takesToolChanges`. */
  readonly tools?: ToolChanges
  /** It changes settings of the request: see `Framing.takesSettings`. */
  readonly settings?: SettingChanges
}
