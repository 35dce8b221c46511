import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, type Placed, recordsOf } from '../../shared/rules/rule.ts'
import { holdsConversation, namesOf } from '../request-fields.ts'

export function itemsOf(request: UnknownRecord): Placed[] {
  return recordsOf(request['input'], 'input')
}

/** Returns the type of an item; items without a type are messages, or references by id alone. */
export function typeOf({ value }: Placed): unknown {
  if (has(value['type'])) return value['type']
  return value['role'] === undefined && value['id'] !== undefined ? 'item_reference' : 'message'
}

export function ofType(request: UnknownRecord, ...types: readonly string[]): Placed[] {
  return itemsOf(request).filter((item) => types.includes(String(typeOf(item))))
}

/** Returns the parts of a message or of an output that is a list. */
export function partsOf({ value, path }: Placed, field: 'content' | 'output'): Placed[] {
  return recordsOf(value[field], `${path}.${field}`)
}

/** Whether the API stores a part of the conversation, which may hold the counterpart of an unmatched call or output. */
export function holdsMore(request: UnknownRecord): boolean {
  return holdsConversation(request) || ofType(request, 'item_reference').length > 0
}

/** Returns tools by name, whatever their source: including those added by items, and those in namespaces. */
export function toolNames(request: UnknownRecord): ReadonlySet<unknown> {
  const names = namesOf(request['tools'])
  for (const { value } of ofType(request, 'additional_tools', 'tool_search_output')) namesOf(value['tools'], names)
  return names
}

export function hasTools(request: UnknownRecord): boolean {
  const { tools } = request
  if (Array.isArray(tools) && tools.length > 0) return true
  return ofType(request, 'additional_tools', 'tool_search_output').some(({ value }) => isRecord(value))
}
