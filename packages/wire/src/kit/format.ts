import type {
  AssistantMessage,
  Framing,
  JsonValue,
  Message,
  Parameters,
  SystemMessage,
  ToolCallPart,
  ToolDefinition,
  ToolResultPart,
  UserMessage,
  UserPart,
} from '@lamella/core'
import type { Checks, SettingChanges, UpdateMark } from '@lamella/core/plugin'
import type { PlacedMessages } from '../messages/placed-messages.ts'
import type { IdRule } from '../shared/call-ids.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { Encoding } from '../shared/options.ts'
import type { DecodedStream } from '../shared/response/decode-stream.ts'
import type { ResponseOptions, StreamOptions } from '../shared/response/options.ts'
import type { StreamSource } from '../shared/response/pieces.ts'
import type { DecodedResponse } from '../shared/response/response.ts'
import type { Rule, Violation } from '../shared/rules/rule.ts'
import type { Segment } from '../shared/segments.ts'
import type { ToolFields } from '../shared/tool-fields.ts'
import type { NameRule, ToolNames } from '../shared/tool-names.ts'
import type { AssistantTurn, Turn } from '../shared/turns.ts'
import type { DecodedContext, WireContext } from '../shared/wire-context.ts'
import type { EncodeBase, EncodeState, FormatTypes, Start } from './run.ts'

/** A system message before the conversation, with a ledger for its path. */
export interface PlacedSystem<Types extends FormatTypes> {
  readonly state: EncodeState<Types>
  readonly message: SystemMessage
}

/** One assistant message of the request: its parts, its calls that need a result, and the ids that they are sent with. */
export interface Answer extends Segment {
  /** One id per entry of `pairs`. */
  readonly ids: readonly string[]
  /** Whether it is the last one of the canonical message. */
  readonly isLast: boolean
}

/** The output of the steps before `body`. */
export interface Written<Types extends FormatTypes> {
  /** One entry per tool of the context. */
  readonly tools: readonly (Types['tool'] | undefined)[]
  readonly system: Types['system']
  readonly turns: readonly Turn[]
}

/** Encodes one part of a user message; returns `undefined` or '' for a part that is dropped and reported. */
export type WriteUserPart<Types extends FormatTypes, Part> = (
  state: EncodeState<Types>,
  part: Part,
) => Types['part'] | string | undefined

/**
 * The encoder of a format. The driver calls these functions in the order of the context: `begin`, `tool` for each tool,
 * `system`, then `user`, `open`, `answer`, `close` and `systemMessage` for the conversation, and `body` at the end.
 * Each gets a ledger for the path that it encodes.
 */
export interface EncodeHooks<Types extends FormatTypes> {
  /** Creates the state that the other functions share during one run. */
  begin(start: Start<Types>): Types['run']
  /** Assigns tool names, if the format has its own. Default: by `limits.toolName`. */
  names?(ledger: Ledger, tools: readonly ToolDefinition[]): ToolNames
  /**
   * Assigns names to the fields at the top level of the tools' schemas, with `createToolFields`. The format writes schemas and
   * arguments with them: `state.base.fields`. Default: any name is accepted.
   */
  fields?(): ToolFields
  /** Chooses the messages of the conversation that are sent, before their calls are paired. Default: all. */
  select?(ledger: Ledger<unknown, EncodeBase<Types>>, messages: PlacedMessages): PlacedMessages
  /** Encodes one tool; `undefined` if it is dropped. */
  tool(state: EncodeState<Types>, tool: ToolDefinition): Types['tool'] | undefined
  /** Encodes the system prompt. Called once, with an empty list if there is none. */
  system(state: EncodeState<Types>, parts: readonly PlacedSystem<Types>[]): Types['system']
  /** Encodes a system message in the middle of the conversation. */
  systemMessage(state: EncodeState<Types>, message: SystemMessage): void
  /** Encodes a user message with string content; '' if there is nothing to send. Default: the text, well formed. */
  userText?(state: EncodeState<Types>, text: string): string
  readonly userParts: {
    readonly [Kind in UserPart['type']]: WriteUserPart<Types, Extract<UserPart, { readonly type: Kind }>>
  }
  /** Adds a summary of a session in the form of this format. Only for formats with `conversation.summaries`. */
  summary?(state: EncodeState<Types>, content: JsonValue): void
  /** Adds a user message. Also called for an empty one, which is not sent and is already reported. */
  user(state: EncodeState<Types>, said: string | readonly (Types['part'] | string)[], message: UserMessage): void
  /** Reads the fields of the message itself, before its parts are written. */
  open(state: EncodeState<Types>, turn: AssistantTurn): Types['turn']
  /**
   * Whether the format can write a provider-executed call or result in its original form; the state is at the part.
   * Default: never.
   */
  isNative?(state: EncodeState<Types>, part: ToolCallPart | ToolResultPart, turn: Types['turn']): boolean
  /** Adds one assistant message and the results of its calls. Returns whether it wrote anything. */
  answer(state: EncodeState<Types>, answer: Answer, turn: Types['turn']): boolean
  /** Adds the contents of tool messages other than results. Returns whether it wrote anything. */
  close(state: EncodeState<Types>, turn: AssistantTurn, own: Types['turn']): boolean
  /** Builds the request. The ledger is at the parameters. */
  body(state: EncodeState<Types>, written: Written<Types>): Types['request']
}

/** The provider's limits, as numbers. State the source of each next to it. */
export interface FormatLimits {
  readonly toolName: NameRule
  readonly callId: IdRule | ((model: string | undefined) => IdRule)
  /** The most tools in one request. More throw `WIRE_TOO_MANY_TOOLS`. Default: no limit. */
  readonly tools?: number
  /** The top-level request fields that limit the answer, in tokens, and the lowest value that the provider accepts. */
  readonly output?: { readonly fields: readonly string[]; readonly least: number }
}

/** Summaries of a session in the provider's own form. */
export interface SummaryRules {
  /** Where one may stand: before all other messages, or among them. */
  readonly place: 'first' | 'anywhere'
  /** Whether the model takes a value as such a summary. It comes from a store and can be anything. */
  isValid(content: JsonValue, model: string | undefined): boolean
  /** Whether an answer of the model contains the summary, so that it is not sent twice. */
  isIn(content: JsonValue, answer: AssistantMessage): boolean
}

/** How the conversation is prepared before it is written. */
export interface ConversationRules {
  /** Whether system messages at the start of the conversation belong to the system prompt, or for which models. Default `false`. */
  readonly leadingSystem?: boolean | ((model: string | undefined) => boolean)
  /**
   * Returns an update of a run as a system message in the middle of the conversation, for `systemMessage`; `undefined` if
   * the model is not known to take it. It is the owner's, or about tools (`mark.tools`). Default: it is sent as user text,
   * and tools that it adds and removes are those of the request.
   */
  instruction?(content: string, mark: UpdateMark, model: string | undefined): SystemMessage | undefined
  /**
   * Returns changed settings of a request (`mark.settings`) as a message in the middle of the conversation, for `systemMessage`;
   * `undefined` if the request is not known to take them there. Default: they are those of the request, and the message is
   * sent as user text.
   */
  settings?(changes: SettingChanges, parameters: Parameters, model: string | undefined): SystemMessage | undefined
  /** The summaries that this provider writes itself, for `encode.summary`. Default: none, their text is sent. */
  readonly summaries?: SummaryRules
  /**
   * Whether the driver merges messages of the same role by default. `'format'`: the format does so itself. Default
   * `false`.
   */
  readonly merge?: boolean | 'format'
  /**
   * Whether the driver makes the user speak first and roles alternate by default, or for which models. `'format'`: the format
   * does so itself. Default `false`.
   */
  readonly alternate?: boolean | 'format' | ((model: string | undefined) => boolean)
}

/** The encoding half of a format. Programs that only send need no more. */
export interface EncoderDefinition<Types extends FormatTypes> {
  /** For example, `openai-chat`. */
  readonly name: string
  /** Its name in sentences, such as `OpenAI Chat`. */
  readonly title: string
  /** The function that callers encode with, named in errors about its options. */
  readonly encoder: string
  readonly options: Checks<Types['options']>
  readonly limits: FormatLimits
  readonly conversation?: ConversationRules
  readonly encode: EncodeHooks<Types>
}

/**
 * The wire types, or keys, that decode to each part of a user message. A new kind of part does not compile until each
 * decoder lists its sources.
 */
export type UserPartSources = { readonly [Kind in UserPart['type']]: readonly string[] }

/** A wire format, as its author describes it. */
export interface FormatDefinition<Types extends FormatTypes> extends EncoderDefinition<Types> {
  readonly decode: {
    /** Decodes the messages of a recorded request. */
    messages(value: unknown): Message[]
    /** Decodes a whole recorded request. */
    request(value: unknown): DecodedContext
    /** Decodes a whole response, with `decodeResponseWith`. */
    response?(body: unknown, options?: ResponseOptions): DecodedResponse
    /** Decodes a streamed response, with `decodeStreamWith`. */
    stream?(source: StreamSource, options?: StreamOptions): DecodedStream
    /** The wire types that decode to each part of a user message. */
    readonly userParts: UserPartSources
  }
  readonly framing: Framing
  /** Returns the framing for one model. Default: `framing`. */
  framingFor?(options: { readonly model: string }): Framing
  readonly rules: readonly Rule[]
  /** Returns the rules that a request breaks. */
  validate(request: unknown): readonly Violation[]
}

/** A wire format, ready to use. */
export interface Format<Types extends FormatTypes = FormatTypes> {
  /** Version of the contract. */
  readonly spec: 1
  readonly name: string
  readonly title: string
  /** Encodes a context as a request, and reports what the request does not carry. */
  encode(context: WireContext, options?: Types['options']): Encoding<Types['request']>
  readonly decode: FormatDefinition<Types>['decode']
  readonly framing: Framing
  framingFor(options: { readonly model: string }): Framing
  readonly rules: readonly Rule[]
  validate(request: unknown): readonly Violation[]
}
