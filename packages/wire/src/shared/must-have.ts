import { type Check, type Checks, isObject } from '@lamella/core/plugin'

/** How the problem of one option of an object begins. */
const begin = 'has a '

/** Checks an option that is an object of options, all of which may be left out. */
export function mustHave<Options extends object>(checks: Checks<Options>): Check {
  const known = Object.keys(checks)
  return (value) => {
    if (!isObject(value)) return 'must be an object'
    for (const [key, one] of Object.entries(value)) {
      if (!known.includes(key)) return `has no option '${key}', only ${known.join(', ')}`
      const problem = one === undefined ? undefined : checks[key as keyof Options](one)
      if (problem !== undefined)
        return `has a ${key}${problem.startsWith(begin) ? `.${problem.slice(begin.length)}` : ` that ${problem}`}`
    }
    return undefined
  }
}

/** Checks an option that is `true`, `false`, or an object of options. */
export function mustBeFlagOr<Options extends object>(checks: Checks<Options>): Check {
  const check = mustHave(checks)
  return (value) => {
    if (typeof value === 'boolean') return undefined
    return isObject(value) ? check(value) : `must be true, false or { ${Object.keys(checks).join('?, ')}? }`
  }
}
