import { type Attributes, context } from '@opentelemetry/api'
import type { Operation, OperationStart, Telemetry } from './telemetry.ts'

/** Calls a function and ignores what it throws: telemetry never changes what it observes. */
function quietly<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** What a call of a method is, and what its span says of the result. */
interface Call<T> extends OperationStart {
  /** Attributes with texts, which are recorded only if they are asked for. */
  readonly texts?: () => Attributes
  readonly result?: (value: T) => Attributes
  readonly resultTexts?: (value: T) => Attributes
  /** Records metrics, whether the call succeeded or not. */
  readonly count?: (operation: Operation, error?: unknown) => void
}

type Calls<T> = {
  readonly [Key in keyof T]?: NonNullable<T[Key]> extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Call<Result>
    : never
}

/**
 * Returns an object with everything that another has, some of its methods in spans. A method that the other lacks stays
 * absent: an optional method is a capability.
 */
export function observeMethods<T extends object>(telemetry: Telemetry, target: T, calls: Calls<T>): T {
  const observed = {}
  for (const key of keysOf(target)) {
    const value: unknown = Reflect.get(target, key)
    const describe = calls[key as keyof T] as ((...given: unknown[]) => Call<unknown>) | undefined
    const property =
      typeof value !== 'function'
        ? { get: () => Reflect.get(target, key) }
        : describe
          ? {
              value: (...given: unknown[]) =>
                inSpan(
                  telemetry,
                  () => describe(...given),
                  () => value.apply(target, given),
                ),
            }
          : { value: value.bind(target) }
    Object.defineProperty(observed, key, { enumerable: true, configurable: true, ...property })
  }
  return observed as T
}

/** The keys of an object and of its classes. */
function keysOf(target: object): ReadonlySet<PropertyKey> {
  const keys = new Set<PropertyKey>()
  for (let at: object | null = target; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) if (key !== 'constructor') keys.add(key)
  }
  return keys
}

/** The result and the error are those of the call, whatever happens to its span. */
async function inSpan(telemetry: Telemetry, start: () => Call<unknown>, work: () => unknown): Promise<unknown> {
  if (!telemetry.isListening()) return work()
  const call = quietly(start)
  const operation = call && quietly(() => telemetry.begin(call))
  if (!call || !operation) return work()
  const set = (attributes: () => Attributes | undefined, hasTexts: boolean): void => {
    if (operation.isRecording && (!hasTexts || telemetry.content)) quietly(() => operation.set(attributes() ?? {}))
  }
  const end = (error?: unknown): void => {
    quietly(() => call.count?.(operation, error))
    quietly(() => operation.end(error))
  }
  set(() => call.texts?.(), true)
  try {
    const value = await context.with(operation.context, work)
    set(() => call.result?.(value), false)
    set(() => call.resultTexts?.(value), true)
    end()
    return value
  } catch (error) {
    end(error ?? new Error('The call rejected without a reason.'))
    throw error
  }
}
