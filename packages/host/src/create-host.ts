import type { Context, Scope, Tokenizer } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import {
  type Check,
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  mustHaveMethod,
  mustObserve,
} from '@lamella/core/plugin'
import { createAdapter } from './adapter.ts'
import type { Adapter, AdapterBuilder } from './contract/adapter.ts'
import type { AnsweredHostOptions, HostCall, HostKit, HostRequest, HostUsage } from './contract/host.ts'
import { hostSystemSeparator } from './host-system.ts'
import { messagesForHost } from './messages-for-host.ts'

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** `createAdapter` checks it. */
const unchecked: Check = () => undefined

/** The checks of `HostOptions`. */
const common: Readonly<Record<string, Check>> = {
  builder: unchecked,
  sessions: unchecked,
  scope: (value) => (isFunction(value) ? undefined : mustBeObject(value)),
  window: (value) => (isFunction(value) ? undefined : mustBeWhole(1)(value)),
  reserve: mustBeWhole(0),
  needs: mustBeFunction,
  now: mustBeFunction,
  observe: mustObserve,
}

/** The checks of what `AnsweredHostOptions` adds to them. */
const answered: Readonly<Record<string, Check>> = {
  assembler: unchecked,
  history: unchecked,
  calibration: mustHaveMethod('observe'),
  systemInMiddle: mustBeBoolean,
  onReport: mustBeFunction,
}

/** The scope of a request that needs none. The layers of a default builder read nothing by it. */
const noScope: Scope = { tenant: 'none' }

/**
 * Creates what turns each call of a host into its request: with the scope, window and needs of the call, and a report. It
 * keeps no state between calls.
 *
 * @param what The function of the adapter, as its user writes it, for errors.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const build = createHost('lamella', options, { builder, budget: modelBudget, bindsThinking, answers: true })
 * const { messages, answered } = await build({ call, model, system, messages: given })
 */
export function createHost<Call, Needs extends object>(
  what: string,
  options: AnsweredHostOptions<Call, Needs>,
  kit: HostKit,
): (call: HostCall<Call>) => Promise<HostRequest> {
  const { needsScope = false, answers = false, bindsThinking } = kit
  const checks = { ...common, ...(answers && answered), ...kit.checks }
  checkOptions<object>(what, options, checks, needsScope ? (['scope'] as never[]) : [])
  const { builder, assembler, sessions, calibration, onReport, now, observe } = options
  const { history = options.history, systemInMiddle = options.systemInMiddle } = kit
  const isDefault = builder === undefined && assembler === undefined
  const adapter: Adapter<Needs> = createAdapter<Needs>(what, {
    ...(builder && { builder: countedWith(builder, kit.tokenizer) }),
    ...(isDefault && { builder: kit.builder() }),
    ...(assembler && { assembler }),
    ...(sessions && { sessions }),
    ...(history && { history }),
    ...(observe && { observe }),
    ...(kit.marks && { marks: kit.marks }),
  })
  return async ({ call, own, session, agent, model, maxOutputTokens, ...request }) => {
    const scope = scopeOf(options.scope, call, own)
    // A scope without a tenant is an error of the build: only layers that read nothing by it may do without.
    const whose = scope ?? (isDefault && !needsScope ? noScope : ({} as Scope))
    const { window: given, reserve } = options
    const window = typeof given === 'function' ? (model === undefined ? undefined : given(model)) : given
    const isSized = isDefault || (given !== undefined && !assembler)
    const { context, answered: append } = await adapter.next({
      ...request,
      scope: whose,
      session: whose.session ?? session,
      agent: agent ?? (assembler ? whose.agent : undefined),
      parameters: { ...(model !== undefined && { model }), ...request.parameters },
      budget: isSized ? kit.budget(model, { window, reserve, maxOutputTokens }) : undefined,
      tokenizer: model === undefined ? undefined : calibration?.tokenizer(model),
      needs: await options.needs?.(call),
      now: now?.(),
    })
    if (context.messages.length === 0 && request.messages.length > 0) throw empty(what)
    const { report } = context
    const tell = (usage?: HostUsage): void =>
      onReport?.({ ...(scope && { scope }), model, context, report, ...(usage && { usage }) })
    return {
      context,
      system: context.system.map(({ content }) => content).join(hostSystemSeparator),
      messages: messagesForHost(context.messages, { bindsThinking: bindsThinking(model), systemInMiddle }),
      answered: async (answer, usage, end) => {
        await append(answer, { ...end, at: now?.() })
        if (usage && model !== undefined) {
          calibration?.observe({ model, estimated: report.tokens, actual: usage.input })
        }
        tell(usage)
      },
      sent: (body) => tellSent(observe, context, body),
      report: tell,
    }
  }
}

/** Returns a builder that counts with its own tokenizer, or else with this one. */
function countedWith<Needs extends object>(
  builder: AdapterBuilder<Needs>,
  tokenizer: Tokenizer,
): AdapterBuilder<Needs> {
  const isEstimated = isObject(builder) && 'countedBy' in builder && builder.countedBy === undefined
  return isEstimated ? (builder.tokenizer(tokenizer) as AdapterBuilder<Needs>) : builder
}

/** The error for a call whose builder shows none of its messages. */
function empty(what: string): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: `${what}: the request would have no messages, but the call has some.`,
    fix: 'Add history() and message() of @lamella/layers to the builder.',
    details: { key: 'messages' },
  })
}

/** A tracer cannot change a call, whatever it throws; nor can a body that is no JSON. */
function tellSent(observe: AnsweredHostOptions<unknown>['observe'], context: Context, body: unknown): void {
  if (body === undefined || typeof observe !== 'object' || !('sent' in observe)) return
  try {
    observe.sent?.(context, typeof body === 'string' ? JSON.parse(body) : body)
  } catch {}
}

/** Returns whose call it is; `undefined` if nothing says so. */
function scopeOf<Call>(
  option: AnsweredHostOptions<Call>['scope'],
  call: Call,
  own: Partial<Scope> | undefined,
): Scope | undefined {
  const given: unknown = typeof option === 'function' ? option(call) : option
  const whole = { ...(isObject(given) ? given : {}), ...own }
  return Object.keys(whole).length === 0 ? undefined : (whole as Scope)
}
