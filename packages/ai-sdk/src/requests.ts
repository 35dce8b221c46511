import type { SystemMessage } from '@lamella/core'
import { type Check, checkOptions, mustBeOneOf } from '@lamella/core/plugin'
import { createHost, type HostCall, type HostRequest } from '@lamella/host'
import type { CallOptions, LamellaCall, LamellaOptions } from './contract/options.ts'
import { own } from './prompt/carried.ts'

/** What a call brings. */
type CallInput = Omit<HostCall<LamellaCall>, 'call' | 'model' | 'system'> & {
  readonly system: readonly SystemMessage[]
}

/** Builds the requests of all calls. It keeps no state between them. */
export type BuildRequest = (call: LamellaCall, input: CallInput) => Promise<HostRequest>

const mustBeName: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a string that is not empty'

/** @throws LamellaError `OPTION_INVALID` */
export function createRequests(options: LamellaOptions): BuildRequest {
  const build = createHost('lamella', options, { marks: own })
  return (call, { system, maxOutputTokens, ...input }) => {
    const { model } = call
    const { operation, ...own } = call.options
    const parameters = maxOutputTokens === undefined ? {} : { maxOutputTokens }
    const texts = system.map(({ content }) => content)
    return build({ ...input, call, own, operation, model, maxOutputTokens, parameters, system: texts })
  }
}

/** Checks what a call says of itself. @throws LamellaError `OPTION_INVALID` */
export function checkCall(what: string, given: unknown = {}): CallOptions {
  return checkOptions<CallOptions>(what, given as CallOptions, {
    tenant: mustBeName,
    user: mustBeName,
    agent: mustBeName,
    session: mustBeName,
    kind: mustBeOneOf(['private', 'group', 'channel', 'cron', 'subagent']),
    operation: mustBeName,
  })
}
