import type { IdRule } from '../shared/call-ids.ts'
import type { UnknownRecord } from '../shared/guards.ts'

/** The names of Mistral's models, with the prefix of a router or a host, or the suffix of a version. */
const named = /(?:mis|mix|minis|magis|devs|codes|pix|vox)tral/i

/**
 * Whether a model is one of Mistral's, whose API and templates take less than other servers with this format: ids of nine
 * letters and digits (error 3280), only some orders of roles (3230), and no fields of others (`extra_forbidden`).
 *
 * Source: nearai/ironclaw#1241, anomalyco/opencode#1680, jundot/omlx#1997 (ids); mistral-common, `_validate_message_order` and
 * `_validate_last_message`, NousResearch/hermes-agent#20154, zed-industries/zed#37021, BerriAI/litellm#17761 (order);
 * editor-code-assistant/eca#315, charmbracelet/crush#1590, BerriAI/litellm#30882 (fields). Read on 30 November 2026.
 */
export function isMistral(model: unknown): boolean {
  return typeof model === 'string' && named.test(model)
}

/** The ids that Mistral's models take. */
export const mistralCallId: IdRule = {
  maxLength: 9,
  isExact: true,
  invalidCharacter: /[^a-zA-Z0-9]/g,
  unique: 'message',
}

const fields: Readonly<Record<string, readonly string[]>> = {
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
}
const anyRole: readonly string[] = ['role', 'content']

/** Returns the fields of a message that Mistral's API does not know. */
export function fieldsOfOthers(message: UnknownRecord): readonly string[] {
  const known = fields[String(message['role'])] ?? anyRole
  return Object.keys(message).filter((field) => !known.includes(field))
}
