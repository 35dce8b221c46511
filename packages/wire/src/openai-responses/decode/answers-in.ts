import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { listOf } from '../../shared/rules/read.ts'
import { callTypeOf } from '../item-types.ts'

/** What a call and its answer have in common: the type of the call and its id. */
export type CallKey = string

export function keyOf(callType: string, callId: unknown): CallKey {
  return `${callType} ${String(callId)}`
}

/** The key of the call that an item answers, or `undefined` where it is no answer. */
export function answeredKey({ type, call_id: callId, id }: UnknownRecord): CallKey | undefined {
  const callType = callTypeOf(type)
  // The answer of a local shell has its call's id under another name in the schema.
  return callType === undefined ? undefined : keyOf(callType, callId ?? id)
}

/** Where calls are last answered in an input. */
export function answersIn(input: unknown): ReadonlyMap<CallKey, number> {
  const answers = new Map<CallKey, number>()
  for (const [index, item] of listOf(input).entries()) {
    const key = isRecord(item) ? answeredKey(item) : undefined
    if (key !== undefined) answers.set(key, index)
  }
  return answers
}
