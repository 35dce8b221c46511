import type {
  Framing,
  Message,
  SystemMessage,
  ToolCallPart,
  ToolDefinition,
  ToolResultPart,
  UserMessage,
  UserPart,
} from '@lamella/core'
import type { Checks } from '@lamella/core/plugin'
import type { IdRule } from '../shared/call-ids.ts'
import type { Ledger } from '../shared/ledger.ts'
import type { Encoding } from '../shared/options.ts'
import type { Rule } from '../shared/rules/rule.ts'
import type { Segment } from '../shared/segments.ts'
import type { NameRule, ToolNames } from '../shared/tool-names.ts'
import type { AssistantTurn, Turn } from '../shared/turns.ts'
import type { Violation } from '../shared/violation.ts'
import type { DecodedContext, WireContext } from '../shared/wire-context.ts'
import type { FormatTypes } from './format-types.ts'
import type { EncodeState, Start } from './run.ts'

/** A system message before the conversation, and the ledger at its place. */
export interface PlacedSystem<Types extends FormatTypes> {
  readonly state: EncodeState<Types>
  readonly message: SystemMessage
}

/** One assistant message of the request: its parts, the calls that need a result behind it, and the ids that those are sent under. */
export interface Answer extends Segment {
  /** One for each of `pairs`. */
  readonly ids: readonly string[]
  /** Whether the canonical message ends with it. */
  readonly isLast: boolean
}

/** What was written before the body. */
export interface Written<Types extends FormatTypes> {
  /** A place for each tool of the context. */
  readonly tools: readonly (Types['tool'] | undefined)[]
  readonly system: Types['system']
  readonly turns: readonly Turn[]
}

/** A function that writes one part of a user message; `undefined` or '' for a part that is left out, which has a row then. */
export type WriteUserPart<Types extends FormatTypes, Part> = (
  state: EncodeState<Types>,
  part: Part,
) => Types['part'] | string | undefined

/**
 * What a format writes. The driver calls these functions in the order of the context: `begin`, `tool` for each tool, `system`,
 * then `user`, `open`, `answer`, `close` and `systemMessage` for the conversation, `body` at the end. Each gets the ledger at
 * the place that it is about.
 */
export interface EncodeHooks<Types extends FormatTypes> {
  /** What the other functions share during one run. */
  begin(start: Start<Types>): Types['run']
  /** Names of tools, where the format has names of its own. Default: by `limits.toolName`. */
  names?(ledger: Ledger, tools: readonly ToolDefinition[]): ToolNames
  /** One tool; `undefined` for one that is left out. */
  tool(state: EncodeState<Types>, tool: ToolDefinition): Types['tool'] | undefined
  /** The system prompt. Called once, with an empty list where there is none. */
  system(state: EncodeState<Types>, parts: readonly PlacedSystem<Types>[]): Types['system']
  /** A system message inside of the conversation. */
  systemMessage(state: EncodeState<Types>, message: SystemMessage): void
  /** The content of a user message that is plain text; '' where there is nothing to send. Default: the text, well formed. */
  userText?(state: EncodeState<Types>, text: string): string
  readonly userParts: {
    readonly [Kind in UserPart['type']]: WriteUserPart<Types, Extract<UserPart, { readonly type: Kind }>>
  }
  /** A user message. Called with nothing in it, too: then it is not sent, and has a row already. */
  user(state: EncodeState<Types>, said: string | readonly (Types['part'] | string)[], message: UserMessage): void
  /** Reads what the message says about itself, before its parts are written. */
  open(state: EncodeState<Types>, turn: AssistantTurn): Types['turn']
  /** Whether the format can write a call or result that a provider ran as what it was. Default: it cannot. */
  isNative?(state: EncodeState<Types>, part: ToolCallPart | ToolResultPart, turn: Types['turn']): boolean
  /** One assistant message and the results of its calls. Returns whether anything was written. */
  answer(state: EncodeState<Types>, answer: Answer, turn: Types['turn']): boolean
  /** What tool messages hold beside results. Returns whether anything was written. */
  close(state: EncodeState<Types>, turn: AssistantTurn, own: Types['turn']): boolean
  /** The request. The ledger is at the parameters. */
  body(state: EncodeState<Types>, written: Written<Types>): Types['request']
}

/** What a provider takes, as numbers. Each needs its source beside it. */
export interface FormatLimits {
  readonly toolName: NameRule
  readonly callId: IdRule
  /** Tools in one request. More are an error, `WIRE_TOO_MANY_TOOLS`. Default: no limit. */
  readonly tools?: number
  /** The fields at the top of a request that limit the answer, in tokens, and the least that the provider takes. */
  readonly output?: { readonly fields: readonly string[]; readonly least: number }
}

/** How the conversation is prepared before it is written. */
export interface ConversationRules {
  /** Whether system messages at the start of the conversation belong to the system prompt. Default `false`. */
  readonly leadingSystem?: boolean
  /** Whether the driver joins messages of one role, by default. `'format'`: the format does it itself. Default `false`. */
  readonly merge?: boolean | 'format'
  /** Whether the driver sees to it that the user speaks first and roles alternate, by default. Default `false`. */
  readonly alternate?: boolean | 'format'
}

/** The half of a format that writes. A program that only sends needs no more of it. */
export interface EncoderDefinition<Types extends FormatTypes> {
  /** Such as `openai-chat`. */
  readonly name: string
  /** Its name in a sentence, such as `OpenAI Chat`. */
  readonly title: string
  /** The function that callers encode with, for errors about its options. */
  readonly encoder: string
  readonly options: Checks<Types['options']>
  readonly limits: FormatLimits
  readonly conversation?: ConversationRules
  readonly encode: EncodeHooks<Types>
}

/**
 * The types, or the keys, of the parts on the wire that each part of a user is read from. A part that is new does not compile until
 * each decoder says where it comes from.
 */
export type UserPartSources = { readonly [Kind in UserPart['type']]: readonly string[] }

/** A wire format, as its author describes it. */
export interface FormatDefinition<Types extends FormatTypes> extends EncoderDefinition<Types> {
  readonly decode: {
    /** The messages of a recorded request. */
    messages(value: unknown): Message[]
    /** A whole recorded request. */
    request(value: unknown): DecodedContext
    /** What on the wire each part of a user is read from. */
    readonly userParts: UserPartSources
  }
  readonly framing: Framing
  /** The framing for one model. Default: `framing`. */
  framingFor?(options: { readonly model: string }): Framing
  readonly rules: readonly Rule[]
  /** The rules that a request breaks. */
  validate(request: unknown): readonly Violation[]
}

/** A wire format, ready to use. */
export interface Format<Types extends FormatTypes = FormatTypes> {
  /** Version of the contract. */
  readonly spec: 1
  readonly name: string
  readonly title: string
  /** Writes a context as a request, and says what the request does not carry. */
  encode(context: WireContext, options?: Types['options']): Encoding<Types['request']>
  readonly decode: FormatDefinition<Types>['decode']
  readonly framing: Framing
  framingFor(options: { readonly model: string }): Framing
  readonly rules: readonly Rule[]
  validate(request: unknown): readonly Violation[]
}
