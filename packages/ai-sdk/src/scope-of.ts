import type { Scope } from '@lamella/core'
import { type Checks, checkOptions, isObject, mustBeOneOf } from '@lamella/core/plugin'
import type { CallOptions, LamellaCall, LamellaOptions } from './contract/options.ts'

const mustBeName = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a string that is not empty'

const checks: Checks<CallOptions> = {
  tenant: mustBeName,
  user: mustBeName,
  agent: mustBeName,
  session: mustBeName,
  kind: mustBeOneOf(['private', 'group', 'channel', 'cron', 'subagent']),
  operation: mustBeName,
}

/** Checks what a call says of itself. @throws LamellaError `OPTION_INVALID` */
export function checkCall(what: string, given: unknown): CallOptions {
  return given === undefined ? {} : checkOptions<CallOptions>(what, given as CallOptions, checks)
}

/**
 * Returns whose call it is; `undefined` if nothing says so.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function scopeOf(scope: LamellaOptions['scope'], call: LamellaCall): Scope | undefined {
  const given = typeof scope === 'function' ? scope(call) : scope
  const { operation: _, ...own } = call.options
  const whole = { ...(isObject(given) ? given : {}), ...own }
  // A scope without a tenant is an error of the build: it fails closed.
  return Object.keys(whole).length === 0 ? undefined : (whole as Scope)
}
