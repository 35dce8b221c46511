import type { BuildRequest } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import { isObject, mustHaveMethod, suggest } from '@lamella/core/plugin'
import type { RefusedRequest } from '../contract/counts.ts'
import type { ExtendOptions } from '../contract/extend.ts'
import type { NextRequest } from '../contract/open-run.ts'

type Keys<Request> = Readonly<Record<keyof Required<Request>, true>>

const nextKeys: Keys<NextRequest> = {
  message: true,
  tools: true,
  now: true,
  signal: true,
  operation: true,
  interrupt: true,
}

const extendKeys: Keys<BuildRequest & ExtendOptions> = {
  scope: true,
  session: true,
  message: true,
  tools: true,
  notices: true,
  now: true,
  signal: true,
  run: true,
  usage: true,
  refused: true,
  counts: true,
  settings: true,
  countTokens: true,
  cut: true,
  repeat: true,
}

/** What an open run passes to `extend`, instead of its caller. */
const ownKeys = ['scope', 'session', 'notices', 'run', 'cut', 'repeat'] satisfies (keyof typeof extendKeys)[]

/** @throws LamellaError `OPTION_INVALID` for something that is no builder */
export function checkBuilder(what: string, builder: unknown): void {
  const problem = mustHaveMethod('stages')(builder)
  if (problem !== undefined) throw invalid(what, 'builder', `${problem}.`)
}

/** @throws LamellaError `OPTION_INVALID` for a request that is no object, or has a misspelled field */
export function checkExtended(request: unknown): void {
  checkKeys('extend', request, extendKeys)
}

/** @throws LamellaError `OPTION_INVALID` for a request that is no object, or has a misspelled field or one that an open run has itself */
export function checkNext(what: 'next' | 'scrub', request: unknown): void {
  checkKeys(what, request, nextKeys)
  const own = ownKeys.find((key) => Reflect.get(request as object, key) !== undefined)
  if (own) throw invalid(what, own, 'is not a field of a request here: the open run has its own.')
}

/** Returns the fields of a request that only layers can read. */
export function fieldsForLayers(request: object): Readonly<Record<string, unknown>> {
  const isForLayers = ([key, value]: [string, unknown]) => value !== undefined && !Object.hasOwn(extendKeys, key)
  return Object.fromEntries(Object.entries(request).filter(isForLayers))
}

/** Checks how a provider has refused a request. */
export function refusalProblem(refused: RefusedRequest | undefined): string | undefined {
  if (refused === undefined) return undefined
  const { input, limit } = isObject(refused) ? (refused as RefusedRequest) : {}
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
  if (isCount(input) && isCount(limit) && input > limit) return undefined
  return 'must be { input, limit } in tokens, with an input above the limit: the counted and limit of contextLimitOf(error)'
}

/**
 * Returns a key of a request that is nearly a known one, in whose place it is, and the known one. Other keys may be anything: layers
 * need some of their own.
 */
function misspelledKey(request: object, known: readonly string[]): readonly [key: string, known: string] | undefined {
  for (const [key, value] of Object.entries(request)) {
    const near = value === undefined || known.includes(key) ? undefined : suggest(key, known)
    if (near === undefined || Reflect.get(request, near) !== undefined) continue
    // Words of three letters are near to many others.
    if (near.length <= 3 && !key.startsWith(near)) continue
    // A name of several words, such as `messageId`, is another name.
    if (!key.startsWith(near) || /^\p{Ll}/u.test(key.slice(near.length))) return [key, near]
  }
  return undefined
}

function checkKeys(what: string, request: unknown, keys: object): void {
  if (!isObject(request)) throw invalid(what, 'request', 'must be an object, such as { message }.')
  const [key, known] = misspelledKey(request, Object.keys(keys)) ?? []
  if (key !== undefined) throw invalid(what, key, `is not a field of a request. Did you mean '${known}'?`)
}

export function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}`,
    fix: `Correct what is passed to ${what}().`,
    details: { what, option },
  })
}

export function requestInvalid(
  key: string,
  what: string,
  fix = 'Pass one, or omit it.',
): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({ code: 'REQUEST_INVALID', what, fix, details: { key } })
}

/**
 * Checks that a program has passed a run where it is only read.
 *
 * @throws LamellaError `RUN_INVALID`
 */
export function mustHaveList(run: unknown, field: 'kept' | 'marks'): void {
  if (!isObject(run) || !Array.isArray(run[field])) throw invalidRun(`run.${field}`, 'is not a list')
}

export function invalidRun(path: string, problem: string): LamellaError<'RUN_INVALID'> {
  return new LamellaError({
    code: 'RUN_INVALID',
    what: `The run is not valid: ${path} ${problem}.`,
    fix: 'Pass `context.run` of the request before unchanged, or omit it to begin a new run.',
    details: { path, problem },
  })
}
