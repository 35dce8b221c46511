import { type Check, type Checks, checkOptions, isObject, mustBeObject } from '@lamella/core/plugin'

/**
 * Checks an object inside of the options of a plugin's function, and returns it. Errors name the whole path of a key, such as
 * `results.tools`.
 *
 * @param what The function, as its caller writes it.
 * @param path The object's place in its options.
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkNested<Options extends object>(
  what: string,
  path: string,
  options: Options,
  checks: Checks<Options>,
): Options {
  if (!isObject(options)) checkOptions<Record<string, unknown>>(what, { [path]: options }, { [path]: mustBeObject })
  checkOptions(what, withPath<unknown>(path, options), withPath<Check>(path, checks))
  return options
}

function withPath<Value>(path: string, object: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [`${path}.${key}`, value as Value]))
}
