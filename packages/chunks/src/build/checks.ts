import { type Check, isObject, mustBeOneOf } from '@lamella/core/plugin'

/** Checks for a tokenizer rather than a promise of one, since a build is synchronous. */
export const mustBeTokenizer: Check = (value) => {
  if (isObject(value) && typeof value['then'] === 'function') return 'is a promise: await createTokenizer(model) first'
  const isTokenizer =
    isObject(value) &&
    typeof value['count'] === 'function' &&
    typeof value['name'] === 'string' &&
    typeof value['exact'] === 'boolean'
  return isTokenizer ? undefined : 'must be a tokenizer: an object with name, exact and count(text)'
}

const sizes = ['request', 'message'] as const

export const mustBeFraming: Check = (value) =>
  isObject(value) && sizes.every((key) => Number.isSafeInteger(value[key]) && (value[key] as number) >= 0)
    ? undefined
    : 'must be a framing, such as those of @lamella/wire'

const policies = {
  missingResult: mustBeOneOf(['synthesize', 'drop', 'fail']),
  orphanResult: mustBeOneOf(['drop', 'fail']),
} as const

export const mustBeRepair: Check = (value) => {
  if (!isObject(value)) return 'must be an object with missingResult, orphanResult or both'
  for (const [key, policy] of Object.entries(value)) {
    if (key !== 'missingResult' && key !== 'orphanResult') return `has no '${key}', only missingResult and orphanResult`
    const problem = policy === undefined ? undefined : policies[key](policy)
    if (problem !== undefined) return `has an invalid ${key}: it ${problem}`
  }
  return undefined
}
