import type { JsonValue, ProviderOptions } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { cleanJson } from '../shared/json.ts'
import { type Ledger, lose } from '../shared/ledger.ts'
import { withUnknownFields } from '../shared/unknown-fields.ts'

const none: UnknownRecord = {}

/**
 * The fields under `openai` among provider options. What the format does not know at this place, and what is another
 * provider's, is a loss.
 *
 * @param format Its name in a sentence, such as `OpenAI Chat`.
 * @param extra The name under which the format has extra fields.
 */
export function readOpenAIFields(
  ledger: Ledger,
  options: ProviderOptions | undefined,
  known: readonly string[],
  format: string,
  extra: string,
): UnknownRecord {
  if (options === undefined) return none
  for (const provider of Object.keys(options)) {
    // Lamella's own marks (a stand-in for a missing result) speak to programs, and no format is meant to carry them.
    if (provider === 'lamella') continue
    if (provider !== 'openai') lose(ledger, 'provider-options', `Options of ${provider} are not sent to OpenAI.`)
  }
  const fields: unknown = options['openai']
  if (!isRecord(fields)) return none
  for (const key of Object.keys(fields)) {
    if (known.includes(key) || fields[key] === undefined || key === 'unknownFields') continue
    lose(ledger, 'provider-options', `${format} has no field for the option openai.${key} here.`)
  }
  return withUnknownFields(ledger, fields, known.includes(extra) ? extra : undefined, format)
}

/**
 * The part, message or item with extra fields behind its own. One that the encoder writes itself, and one that is
 * reserved, is left out and noted: what decides whether a request is valid is written by the encoder alone.
 */
export function withExtraFields<const Wire extends object>(
  ledger: Ledger,
  wire: Wire,
  extra: unknown,
  reserved: readonly string[],
): Wire {
  if (!isRecord(extra)) {
    if (extra !== undefined) lose(ledger, 'provider-options', 'Extra fields that are no object are not sent.')
    return wire
  }
  const added: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(extra)) {
    if (!reserved.includes(key) && !Object.hasOwn(wire, key)) added.push([key, value as JsonValue])
    else lose(ledger, 'provider-options', `The extra field ${key} is not sent: the encoder writes it itself.`)
  }
  return added.length === 0 ? wire : { ...wire, ...cleanJson(ledger, Object.fromEntries(added)) }
}
