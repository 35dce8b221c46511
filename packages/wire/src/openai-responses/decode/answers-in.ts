import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { callTypeOf } from '../item-types.ts'

/** The key that a call and its answer share: the type of the call and its id. */
export type CallKey = string

export function keyOf(callType: string, callId: unknown): CallKey {
  return `${callType} ${String(callId)}`
}

/** Returns the key of the call that an item answers, or `undefined` if it is not an answer. */
export function answeredKey({ type, call_id: callId, id }: UnknownRecord): CallKey | undefined {
  const callType = callTypeOf(type)
  // In the schema, the answer of a local shell has its call's id under another name.
  return callType === undefined ? undefined : keyOf(callType, callId ?? id)
}

/** Returns the last position at which each call is answered in an input. */
export function answersIn(input: unknown): ReadonlyMap<CallKey, number> {
  const answers = new Map<CallKey, number>()
  for (const [index, item] of listOf(input).entries()) {
    const key = isRecord(item) ? answeredKey(item) : undefined
    if (key !== undefined) answers.set(key, index)
  }
  return answers
}
