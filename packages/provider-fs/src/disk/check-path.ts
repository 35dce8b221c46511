import { checkOptions, mustBeText } from '@lamella/core/plugin'

/**
 * Checks the path that a function of this package got.
 *
 * @param what The function, as its caller writes it.
 * @param name The parameter.
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkPath(what: string, path: string, name = 'folder'): string {
  checkOptions<Record<string, string>>(what, { [name]: path }, { [name]: mustBeText }, [name])
  return path
}
