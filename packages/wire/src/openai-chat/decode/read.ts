import type { JsonValue, ProviderOptions } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { OpenAIChatFields } from '../provider-fields.ts'

/** Throws `WIRE_DECODE` with the path of what is wrong. */
export function refuse(path: string, problem: string): never {
  throw wireError('WIRE_DECODE', `${path} ${problem}.`, 'Give messages as the Chat Completions API takes them.', {
    path,
    problem,
  })
}

export function readRecord(value: unknown, path: string): UnknownRecord {
  return isRecord(value) ? value : refuse(path, 'must be an object')
}

export function readText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'must be text')
}

export function readList(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(path, 'must be a list')
}

/** The fields that a canonical message or part has no place for. Null says nothing, so it is not kept. */
export function extraOf(record: UnknownRecord, known: readonly string[]): OpenAIChatFields['extra'] {
  const extra = Object.entries(record).filter(
    ([key, value]) => value !== null && value !== undefined && !known.includes(key),
  )
  // By definition, not by assignment: a field may be called __proto__.
  return extra.length === 0 ? undefined : (Object.fromEntries(extra) as Record<string, JsonValue>)
}

/** `{ providerOptions: { openai: fields } }` with the fields that are set, or nothing if none is. */
export function optionsOf(
  fields: { readonly [Field in keyof OpenAIChatFields]: OpenAIChatFields[Field] | undefined },
): {
  readonly providerOptions?: ProviderOptions
} {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (set.length === 0) return {}
  return { providerOptions: { openai: Object.fromEntries(set) as Record<string, JsonValue> } }
}
