import type { Size } from './contract/layer.ts'
import type { SessionKind } from './contract/scope.ts'
import { coreError } from './errors.ts'
import { didYouMean } from './suggest.ts'

/** Returns the problem of an option's value, as the end of a sentence, or `undefined`. */
export type Check = (value: unknown) => string | undefined

/** One check per option; its keys are the only valid options. */
export type Checks<Options extends object> = Readonly<Record<keyof Options, Check>>

/**
 * Checks the options of a plugin's function and returns them. An `undefined` option counts as omitted.
 *
 * @param what The function, as its caller writes it, such as `memory`.
 * @throws LamellaError `OPTION_INVALID` that names the wrong, missing or misspelled option.
 * @example
 * export function motto(options: MottoOptions = {}): Layer<'motto'> {
 *   const { text = 'Be kind.' } = checkOptions('motto', options, { text: mustBeText })
 *   return defineLayer('motto', { load: () => text })
 * }
 */
export function checkOptions<Options extends object>(
  what: string,
  options: Options,
  checks: Checks<Options>,
  required: readonly (keyof Options & string)[] = [],
): Options {
  checkKeys('an option', 'options', options, checks, required, (option, problem) => {
    throw coreError('OPTION_INVALID', `${what}: ${problem}`, `Correct the options passed to ${what}().`, {
      what,
      option,
    })
  })
  return options
}

/**
 * Checks the keys of an object and their values, and fails on the first that is unknown, wrong or missing.
 *
 * @param kind The kind of key, such as `an option`.
 * @param name The checks of the object's keys.
 * @param fail Throws; gets the key and a sentence about it.
 */
export function checkKeys(
  kind: string,
  name: string,
  object: object,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[],
  fail: (key: string, problem: string) => never,
): void {
  const found: typeof fail = (key, problem) => fail(key, `'${key}' ${problem}${/[.?]$/.test(problem) ? '' : '.'}`)
  if (!isObject(object)) found(name, 'must be an object')
  const known = Object.keys(checks)
  for (const [key, value] of Object.entries(object)) {
    if (!known.includes(key)) found(key, `is not ${kind}.${didYouMean(key, known)}`)
    const problem = value === undefined ? undefined : checks[key]?.(value)
    if (problem !== undefined) found(key, problem)
  }
  for (const key of required) if (object[key] === undefined) found(key, 'is missing')
}

/** A string. */
export const mustBeText: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string')

/** Checks an array of strings. */
export const mustBeTexts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'must be a list of strings'

/** Checks `true` or `false`. */
export const mustBeBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')

/** A function. */
export const mustBeFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function')

/** Checks a finite number. */
export const mustBeFinite: Check = (value) => (Number.isFinite(value) ? undefined : 'must be a finite number')

/** Checks a finite number from `min` to `max`. */
export function mustBeNumber(min: number, max: number = Number.POSITIVE_INFINITY): Check {
  const range = max === Number.POSITIVE_INFINITY ? `${min} or more` : `from ${min} to ${max}`
  return (value) =>
    Number.isFinite(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : `must be a number, ${range}`
}

/** Checks a whole number, `min` or more. */
export function mustBeWhole(min: number): Check {
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= min ? undefined : `must be a whole number, ${min} or more`
}

/** Checks for one of the given words. */
export function mustBeOneOf(values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : `must be one of ${values.join(', ')}`)
}

/** A kind of session. */
export const mustBeKind: Check = mustBeOneOf([
  'private',
  'group',
  'channel',
  'cron',
  'subagent',
] satisfies SessionKind[])

/** Checks something to observe builds with: a function that receives events, or a tracer. */
export const mustObserve: Check = (value) =>
  typeof value === 'function' || (isObject(value) && typeof value['begin'] === 'function')
    ? undefined
    : 'must be a function or a tracer'

/** Checks an object of contract version 1 with a method of that name, such as a source with `read`. */
export function mustHaveMethod(method: string): Check {
  return (value) =>
    isObject(value) && typeof value[method] === 'function'
      ? specProblem(value)
      : `must be an object with a method ${method}`
}

/** Checks a digest policy of contract version 1. */
export const mustBeDigestPolicy: Check = (value) => {
  if (
    !isObject(value) ||
    typeof value['name'] !== 'string' ||
    typeof value['digest'] !== 'function' ||
    !isShare(value['share'])
  )
    return 'must be a policy: { name, share, digest(request) }, with a share above 0, to 0.5'
  return specProblem(value)
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= 0.5
}

/** Returns the problem of an object's contract version. A missing version counts as 1. */
export function specProblem({ spec = 1 }: { readonly spec?: unknown }): string | undefined {
  return spec === 1 ? undefined : `has contract version ${String(spec)}; this release supports 1`
}

/** Checks an object that is not an array. */
export const mustBeObject: Check = (value) => (isObject(value) ? undefined : 'must be an object')

/** Checks whether a value is an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Resolves a size to tokens: the number itself, or its share of the window, rounded down. `undefined` when it is
 * neither.
 *
 * @example
 * parseSize('25%', 8000) // 2000
 */
export function parseSize(size: Size, window: number): number | undefined {
  if (typeof size === 'number') return Number.isSafeInteger(size) && size >= 0 ? size : undefined
  const share = typeof size === 'string' ? Number(/^(\d{1,3}(?:\.\d+)?)%$/.exec(size)?.[1]) : Number.NaN
  return share <= 100 ? Math.floor((window * share) / 100) : undefined
}
