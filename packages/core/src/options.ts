import { LamellaError } from './errors.ts'
import { didYouMean } from './suggest.ts'

/** What is wrong with an option's value, as the end of a sentence, or `undefined`. */
export type Check = (value: unknown) => string | undefined

/** One check an option; its keys are all the options there are. */
export type Checks<Options extends object> = Readonly<Record<keyof Options, Check>>

/**
 * Checks the options of a plugin's function and gives them back. An option that is `undefined` counts as not given.
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
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: `${what}: ${problem}`,
      fix: `Correct the options given to ${what}().`,
      details: { what, option },
    })
  })
  return options
}

/**
 * Checks the keys of an object and their values, and fails with the first that is unknown, wrong or missing.
 *
 * @param kind What a key is, such as `an option`.
 * @param name Of the object.
 * @param fail Throws; it is told the key and a sentence about it.
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

/** An array of strings. */
export const mustBeTexts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'must be a list of strings'

/** `true` or `false`. */
export const mustBeBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')

/** A function. */
export const mustBeFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function')

/** A finite number. */
export const mustBeFinite: Check = (value) => (Number.isFinite(value) ? undefined : 'must be a finite number')

/** A finite number from `least` to `most`. */
export function mustBeNumber(least: number, most: number = Number.POSITIVE_INFINITY): Check {
  const range = most === Number.POSITIVE_INFINITY ? `${least} or more` : `from ${least} to ${most}`
  return (value) =>
    Number.isFinite(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `must be a number, ${range}`
}

/** A whole number, `least` or more. */
export function mustBeWhole(least: number): Check {
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= least ? undefined : `must be a whole number, ${least} or more`
}

/** One of the given words. */
export function mustBeOneOf(values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : `must be one of ${values.join(', ')}`)
}

/** An object of a contract with a method of that name, such as a source with `read`, and of its version 1. */
export function mustHaveMethod(method: string): Check {
  return (value) =>
    isObject(value) && typeof value[method] === 'function'
      ? specProblem(value)
      : `must be an object with a method ${method}`
}

/** What is wrong with the version of an object's contract. One that tells none is of version 1. */
export function specProblem({ spec = 1 }: { readonly spec?: unknown }): string | undefined {
  return spec === 1 ? undefined : `has version ${String(spec)} of its contract; this release of Lamella knows 1`
}

/** An object that is no array. */
export const mustBeObject: Check = (value) => (isObject(value) ? undefined : 'must be an object')

/** Whether a value is an object that is no array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
