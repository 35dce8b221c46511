import { type Check, mustBeBoolean, mustBeText } from '@lamella/core/plugin'
import type { ContextMessageRole } from '../contract/chunk.ts'
import type { AttributeValue } from '../xml/element.ts'

/** An attribute of a tag, and the source of its value. */
interface KindAttribute {
  /** The attribute name. */
  readonly name: string
  /** The metadata field; `undefined` if the value is constant. */
  readonly key: string | undefined
  readonly check: Check
  readonly required: boolean
  /** The value if the field is missing. */
  readonly fallback: (metadata: Readonly<Record<string, unknown>>) => AttributeValue | undefined
}

/** How to write chunks of one kind. */
export interface Kind {
  readonly tag: string
  /** The author. Input from outside the model belongs to the user, since only a tool's own results have a role. */
  readonly role: ContextMessageRole
  /** Attributes after `id`. */
  readonly attributes: readonly KindAttribute[]
  /** Whether long content is cut before the chunk is dropped. */
  readonly canBeCut: boolean
}

export const mustBeFinite: Check = (value) => (Number.isFinite(value) ? undefined : 'must be a finite number')

const mustBeTextOrNumber: Check = (value) =>
  typeof value === 'string' || Number.isFinite(value) ? undefined : 'must be a string or a finite number'

const nothing = (): undefined => undefined

function needed(name: string, key: string): KindAttribute {
  return { name, key, check: mustBeText, required: true, fallback: nothing }
}

function optional(
  name: string,
  key: string,
  check: Check = mustBeText,
  fallback: KindAttribute['fallback'] = nothing,
): KindAttribute {
  return { name, key, check, required: false, fallback }
}

function fixed(name: string, value: string): KindAttribute {
  return { name, key: undefined, check: nothing, required: false, fallback: () => value }
}

function kind(tag: string, role: ContextMessageRole, attributes: readonly KindAttribute[], canBeCut = false): Kind {
  return { tag, role, attributes, canBeCut }
}

export const defaultSystemPriority = 1000

const role = needed('role', 'role')
const action = optional('action', 'action')
const callId = needed('call_id', 'callId')
const status = optional('status', 'status')
const subagentId = needed('subagent_id', 'subagentId')
const success = optional('success', 'success', mustBeBoolean, () => true)
// Successful results omit the attribute.
const error = optional('error', 'error', mustBeBoolean, ({ success }) => (success === false ? true : undefined))

/** All kinds, by type, subtype and, for `AGENT` chunks, role. */
const kinds: Readonly<Record<string, Kind>> = {
  SYSTEM: kind('system_context', 'system', [
    optional('priority', 'priority', mustBeFinite, () => defaultSystemPriority),
  ]),
  'AGENT/user': kind('user_message', 'user', [role, action]),
  'AGENT/assistant': kind('assistant_response', 'assistant', [role, action]),
  'AGENT/clarification': kind('assistant_clarification', 'assistant', [role, action]),
  'WORKFLOW/TOOL_CALL': kind('tool_call', 'assistant', [
    fixed('action', 'tool_call'),
    needed('tool', 'tool'),
    callId,
    status,
  ]),
  'WORKFLOW/SKILL_CALL': kind('skill_call', 'assistant', [
    fixed('action', 'skill_call'),
    needed('skill', 'skill'),
    callId,
    status,
  ]),
  'DELEGATION/SPAWN_SUBAGENT': kind('spawn_subagent', 'assistant', [subagentId, optional('agent_type', 'agentType')]),
  'DELEGATION/MESSAGE_TO_SUBAGENT': kind('message_to_subagent', 'assistant', [subagentId]),
  'DELEGATION/SUBAGENT_RESULT': kind('subagent_result', 'user', [subagentId, success], true),
  'DELEGATION/PARENT_MESSAGE': kind('parent_agent_message', 'user', [needed('parent_agent_id', 'parentAgentId')]),
  'ENVIRONMENT/TOOL_RESULT': kind('tool_result', 'user', [needed('tool', 'tool'), callId, success, error], true),
  'ENVIRONMENT/SKILL_RESULT': kind('skill_result', 'user', [needed('skill', 'skill'), callId, success, error], true),
  'WORKING_FLOW/COMPACTED': kind('progress_summary', 'user', [
    optional('compacted_at', 'compactedAt', mustBeTextOrNumber),
    optional('original_count', 'originalCount', mustBeFinite),
  ]),
  'WORKING_FLOW/TODO_UPDATE': kind('todo_update', 'assistant', [action]),
  'WORKING_FLOW/THINKING': kind('thinking', 'assistant', [fixed('subtype', 'THINKING')]),
  'WORKING_FLOW/USER': kind('user_intervention', 'user', [fixed('subtype', 'USER')]),
  'OUTPUT/COMPLETED': kind('task_completed', 'assistant', []),
  'OUTPUT/ABANDONED': kind('task_abandoned', 'assistant', [optional('reason', 'reason')]),
  'OUTPUT/TERMINATED': kind('task_terminated', 'user', [optional('terminated_by', 'terminatedBy')]),
  CUSTOM: kind('custom_chunk', 'user', []),
}

/** Returns the subtypes of a type, if any. */
export function subTypesOf(type: string): readonly string[] {
  const prefix = `${type}/`
  return Object.keys(kinds).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
}

/** Returns the kind of a chunk, or `undefined` if none matches its type, subtype and role. */
export function kindOf(
  type: string,
  subType: string | undefined,
  metadata: Readonly<Record<string, unknown>>,
): Kind | undefined {
  const clarification =
    metadata['role'] === 'assistant' && metadata['action'] === 'clarification' ? 'clarification' : undefined
  const below = type === 'AGENT' ? (clarification ?? metadata['role']) : subType
  const key = type === 'SYSTEM' || type === 'CUSTOM' ? type : `${type}/${String(below)}`
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined
}
