import { isLamellaError } from '@lamella/core'

type Call = (...values: readonly unknown[]) => unknown

const circular: Record<string, unknown> = {}
circular['self'] = circular

/** Values that no parameter of an object, a list or a text takes, by the names that they have in a finding. */
const wrongValues: readonly (readonly [name: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['42', 42],
  ["''", ''],
  ["'x'", 'x'],
  ['[]', []],
  ['[null]', [null]],
  ['{}', {}],
  ['true', true],
  ['1n', 1n],
  ['circular', circular],
  ['[circular]', [circular]],
]

/** The arguments after which a wrong value is tried, besides the right ones. */
const beginnings: readonly (readonly [name: string, values: readonly unknown[]])[] = [
  ['', []],
  ['{}, ', [{}]],
  ["'x', ", ['x']],
  ['[], ', [[]]],
]

/** Yields arguments of which one is wrong, or all of them. */
function* wrongArguments(right: readonly unknown[]): Generator<readonly [name: string, values: readonly unknown[]]> {
  yield ['', []]
  for (const [name, value] of wrongValues) {
    yield [`${name}, ${name}, ${name}`, [value, value, value]]
    for (const [before, values] of beginnings) yield [before + name, [...values, value]]
    for (const [place, whole] of right.entries()) {
      yield [`${'…, '.repeat(place)}${name}`, right.with(place, value)]
      if (!isPlain(whole)) continue
      for (const key of Object.keys(whole)) {
        yield [`${'…, '.repeat(place)}{ ${key}: ${name} }`, right.with(place, { ...whole, [key]: value })]
      }
    }
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/**
 * Calls a function, or a class, with wrong values. Returns each error that is not a `LamellaError`, with the first call that
 * caused it. A call without an answer within a second counts as one.
 *
 * @param right Right arguments, of which one at a time is replaced.
 */
export async function rawErrorsOf(
  name: string,
  call: Call,
  right: readonly unknown[] = [],
): Promise<readonly string[]> {
  const found = new Map<string, string>()
  const isClass = /^class\b/.test(String(call))
  for (const [given, values] of wrongArguments(right)) {
    const error = await errorOf(() => (isClass ? Reflect.construct(call, values) : call(...values)))
    if (error !== undefined && !found.has(error)) found.set(error, `${name}(${given}): ${error}`)
  }
  return [...found.values()]
}

/** Returns the functions of an object and of its class, by name. */
export function methodsOf(object: unknown): ReadonlyMap<string, Call> {
  const methods = new Map<string, Call>()
  if (Array.isArray(object)) return methods
  for (let at = object; typeof at === 'object' && at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (key !== 'constructor' && typeof value === 'function' && !methods.has(key))
        methods.set(key, value.bind(object))
    }
  }
  return methods
}

async function errorOf(call: () => unknown): Promise<string | undefined> {
  try {
    const answer = await Promise.race([call(), late()])
    if (isIterator(answer)) await Promise.race([answer.next(), late()])
    return answer === unanswered ? 'does not answer' : undefined
  } catch (error) {
    return isLamellaError(error) ? undefined : placeOf(error)
  }
}

const unanswered = Symbol('unanswered')

function late(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 1_000, unanswered).unref())
}

function isIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'next') === 'function'
}

/** An error and the line of the sources that threw it. */
function placeOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return [String(error), lines.find((line) => line.includes('/src/'))?.trim() ?? ''].join(' ')
}
