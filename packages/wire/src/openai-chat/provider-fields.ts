import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { type Ledger, lose } from '../shared/loss.ts'

/**
 * What `providerOptions.openai` may hold for this format. The decoder writes these, the encoder reads them.
 *
 * Fields that the canonical message has no place for are kept whole under `extra`. They have a key of their own because
 * histories of the AI SDK carry keys in `providerOptions.openai` that belong to other formats (such as `itemId`), and an
 * unknown field in a request is refused.
 */
export interface OpenAIChatFields {
  /** System message: it was a developer message. */
  readonly role?: 'developer'
  /** Text part of the assistant: it is a refusal. */
  readonly refusal?: boolean
  /** Tool call: the arguments exactly as the model wrote them, where JSON cannot say the same. */
  readonly arguments?: string
  /** Tool call: it is a call of a custom tool, and its input is plain text. */
  readonly custom?: boolean
  /** Image part. The AI SDK's name for `detail`. */
  readonly imageDetail?: 'auto' | 'low' | 'high'
  /** File part: the id of an uploaded file. */
  readonly fileId?: string
  /** Tool: structured outputs. */
  readonly strict?: boolean
  /** Fields to send as they are, such as `name`, `audio` or those of compatible servers. */
  readonly extra?: { readonly [field: string]: JsonValue }
}

const none: OpenAIChatFields = {}

/** The fields for this format among provider options. What is not `known` here, or another provider's, is a loss. */
export function readFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly (keyof OpenAIChatFields)[],
): OpenAIChatFields {
  if (options === undefined) return none
  for (const provider of Object.keys(options)) {
    // Lamella's own marks (a stand-in for a missing result) speak to programs, and no format is meant to carry them.
    if (provider === 'lamella') continue
    if (provider !== 'openai') lose(ledger, 'provider-options', `Options of ${provider} are not sent to OpenAI.`)
  }
  const fields = options['openai']
  if (!isRecord(fields)) return none
  for (const key of Object.keys(fields)) {
    if (!(known as readonly string[]).includes(key)) {
      lose(ledger, 'provider-options', `OpenAI Chat has no field for the option openai.${key} here.`)
    }
  }
  return fields
}

// What decides whether a request is valid is written by the encoder alone.
const reserved: readonly string[] = ['role', 'content', 'type', 'tool_calls', 'tool_call_id', 'function_call']

/** The part or message with its extra fields behind its own. An extra field never stands in for one of its own. */
export function withExtra<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  { extra }: Pick<OpenAIChatFields, 'extra'>,
): Wire {
  if (!isRecord(extra)) return wire
  const added: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(extra)) {
    if (!reserved.includes(key) && !Object.hasOwn(wire, key)) added.push([key, value])
    else lose(ledger, 'provider-options', `The extra field ${key} is not sent: the encoder writes it itself.`)
  }
  return { ...wire, ...cleanJson(ledger, Object.fromEntries(added)) }
}
