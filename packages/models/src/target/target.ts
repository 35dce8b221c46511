import type { Framing, Target, Tokenizer } from '@lamella/core'
import { type Checks, checkOptions, mustBeObject, mustBeOneOf, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import type { DecodedResponse, ResponseOptions } from '@lamella/wire/anthropic'
import { type WireFormat, wireFormatNames } from '@lamella/wire/formats'
import type { WireContext } from '@lamella/wire/kit'
import { findModel, listModels } from '../built-in.ts'
import { requestLimits } from '../limits/request-limits.ts'
import { type BudgetOptions, budgetChecks, modelBudget } from '../model-budget.ts'
import { platformOf } from '../platform-of.ts'
import { type ContextTokens, readUsage } from '../prices/read-usage.ts'
import { unknownModel } from '../unknown-model.ts'
import { type LoadedFormat, loadFormat, type TargetFormats } from './formats.ts'
import { loadTokenizer } from './load-tokenizer.ts'

/** The format that follows from a model's name, as far as the compiler can tell; any, if it cannot. */
export type FormatOf<Model extends string> = Model extends `${string}anthropic.claude-${string}`
  ? 'bedrock-converse'
  : Model extends `claude-${string}`
    ? 'anthropic'
    : Model extends `gemini-${string}`
      ? 'gemini'
      : Model extends `gpt-${string}`
        ? 'openai-responses'
        : WireFormat

/** What to set otherwise than the model's name says. Sizes are tokens. */
export interface TargetOptions<Format extends WireFormat = WireFormat> extends BudgetOptions {
  /** The format that the endpoint takes. Default: the one that the model's vendor prefers, or its platform. */
  readonly format?: Format | undefined
  /** Counts tokens. Default: exactly if `@lamella/tokenizer-tiktoken` is installed and has the model's table, or else carefully estimated. */
  readonly tokenizer?: Tokenizer | undefined
  /** The overhead of the format. Default: that of the format for this model. */
  readonly framing?: Framing | undefined
}

/** All that follows from a model's name. A builder takes it: `createContext().for(target)`. */
export interface ModelTarget<Format extends WireFormat = WireFormat> extends Target {
  /** The name, as it was given; sent as it is. */
  readonly model: string
  readonly format: Format
  /**
   * Writes a context as the argument of the provider's SDK: `chat.completions.create` or `responses.create` of OpenAI,
   * `messages.create` of Anthropic, `models.generateContent` of Google, `ConverseCommand` of Bedrock.
   *
   * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
   */
  encode(context: WireContext, options?: TargetFormats[Format]['options']): TargetFormats[Format]['request']
  /**
   * Reads the SDK's response: the messages to append to the session, the calls to answer, the usage.
   *
   * @throws LamellaError `WIRE_DECODE`, `WIRE_RESPONSE`
   */
  decode(response: unknown, options?: ResponseOptions): TargetResponse
}

/** A decoded response. */
export interface TargetResponse extends DecodedResponse {
  /** What the request was counted as: `usage` of `run.append` takes it. Absent if the response does not say so. */
  readonly counted?: ContextTokens
}

const checks: Checks<TargetOptions> = {
  ...budgetChecks,
  format: mustBeOneOf(wireFormatNames),
  tokenizer: mustHaveMethod('count'),
  framing: mustBeObject,
}

/**
 * Returns all that follows from a model's name: window, reserve, limits of a request, prices, tokenizer, framing and wire
 * format. A model that is not in the table needs `window` and `format`. The format and the tokenizer are imported when
 * needed, so this is async.
 *
 * @throws LamellaError `MODEL_UNKNOWN` that suggests similar names and says what to pass; `OPTION_INVALID`
 * @example
 * const model = await target('claude-opus-5-5', { maxOutputTokens: 8_000 })
 * const context = await createContext().for(model).use(standardLayers()).build({ scope, message: 'Hello' })
 * const response = await client.messages.create(model.encode(context))
 * const { messages, counted } = model.decode(response)
 */
export async function target<const Model extends string, Format extends WireFormat = FormatOf<Model>>(
  model: Model,
  options: TargetOptions<Format> = {},
): Promise<ModelTarget<Format>> {
  const { format: given, tokenizer, framing, ...sizes } = checkOptions('target', options, checks)
  checkOptions<{ readonly model: unknown }>('target', { model }, { model: mustBeText }, ['model'])
  const known = findModel(model)
  const format = given ?? (platformOf(model) === 'bedrock' ? 'bedrock-converse' : known?.formats[0])
  if (format === undefined || (known ?? sizes.window) === undefined) throw unknown(model)
  const [wire, counter] = await Promise.all([loadFormat[format](), tokenizer ?? loadTokenizer(known?.encoding)])
  const limits = sizes.limits ?? requestLimits(model, { format })
  const { maxOutputTokens } = sizes
  const made: Omit<ModelTarget, 'encode'> & Pick<LoadedFormat, 'encode'> = {
    model,
    format,
    budget: modelBudget(model, { ...sizes, limits }),
    tokenizer: counter,
    framing: framing ?? wire.framingFor({ model }),
    parameters: { model, ...(maxOutputTokens !== undefined && { maxOutputTokens }) },
    encode: (context, asked) => wire.encode(context, { model, ...asked }),
    decode: (response, asked) => {
      const counted = readUsage(response)?.context
      return { ...wire.decode(response, asked), ...(counted && { counted }) }
    },
  }
  // The types of the request and of the options follow from the format.
  return Object.freeze(made) as ModelTarget<Format>
}

/** The error for a name that is not in the table, if an option that it needs is missing. */
function unknown(model: unknown): Error {
  const names = listModels().flatMap(({ id, aliases }) => [id, ...aliases])
  const fix = `Use a name from listModels(), or pass what is not known of it, such as target(name, { window: 32_768, format: 'openai-chat' }).`
  return unknownModel(model, names, fix)
}
