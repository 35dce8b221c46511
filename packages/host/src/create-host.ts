import type { BuildTracer, Context, Notice, Scope, Tokenizer } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import {
  type Check,
  checkOptions,
  isObject,
  mustBeBoolean,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeWhole,
  mustObserve,
} from '@lamella/core/plugin'
import { conversationBuilder } from '@lamella/layers'
import type { TokenizerFor } from '@lamella/models'
import type { RunUsage } from '@lamella/runs'
import { createAdapter } from './adapter.ts'
import type { AdaptedRequest, Adapter } from './contract/adapter.ts'
import type {
  ConversationOptions,
  HostCall,
  HostOptions,
  HostRequest,
  HostTraits,
  HostUsage,
  ShownAnswer,
} from './contract/host.ts'
import { createDiagnoses } from './diagnoses.ts'
import { hostSystemSeparator } from './host-system.ts'
import { messagesForHost } from './messages-for-host.ts'
import { refusalOf } from './refusal.ts'

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** `createAdapter` checks it. */
const unchecked: Check = () => undefined

/** The checks of `HostOptions`. */
const common: Readonly<Record<string, Check>> = {
  builder: unchecked,
  sessions: unchecked,
  scope: (value) => (isFunction(value) ? undefined : mustBeObject(value)),
  model: mustBeText,
  window: (value) => (isFunction(value) ? undefined : mustBeWhole(1)(value)),
  reserve: mustBeWhole(0),
  needs: mustBeFunction,
  countTokens: mustBeFunction,
  observe: mustObserve,
  onRequest: mustBeFunction,
  now: mustBeFunction,
}

/** The checks of `ConversationOptions`. */
const conversation: Readonly<Record<string, Check>> = {
  assembler: unchecked,
  history: unchecked,
  systemInMiddle: mustBeBoolean,
}

/** The scope of a request that needs none. The layers of a default builder read nothing by it. */
const noScope: Scope = { tenant: 'none' }

/**
 * Creates what turns each call of a host into its request: with the scope, window and needs of the call, and a report. Without
 * a builder, the history and the new message are fitted into the window of the model, counted with care. It keeps no state
 * between calls.
 *
 * @param what The function of the adapter, as its user writes it, for errors.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const build = createHost('lamella', options, { marks: 'lamella:my-host', history: 'host' })
 * const { messages, report } = await build({ call, model, system, messages: given })
 */
export function createHost<Call, Needs extends object>(
  what: string,
  options: HostOptions<Call, Needs> & ConversationOptions,
  traits: HostTraits,
): (call: HostCall<Call>) => Promise<HostRequest> {
  checkOptions('createHost', { what, traits }, { what: mustBeText, traits: mustBeObject }, ['what', 'traits'])
  const { marks, history: kept, systemInMiddle: taken, framing, checks } = traits
  checkOptions<object>(what, options, { ...common, ...(kept === undefined && conversation), ...checks })
  const { builder, assembler, sessions, countTokens, onRequest, now, observe } = options
  const { history = kept, systemInMiddle = taken } = options
  const isDefault = builder === undefined && assembler === undefined
  const ownDiagnoses = createDiagnoses()
  let tokenizers: TokenizerFor | undefined
  const plain = conversationBuilder()
  const adapter: Adapter<Needs> = createAdapter<Needs>(what, {
    ...(builder && { builder }),
    ...(isDefault && { builder: framing ? plain.framing(framing) : plain }),
    ...(assembler && { assembler }),
    ...(sessions && { sessions }),
    ...(history && { history }),
    ...(observe && { observe }),
    marks,
  })
  const isCounted = !isDefault && !isUncounted(builder)
  return async ({ call, own, session, agent, model: named, maxOutputTokens, ...request }) => {
    // The tables of models are most of an adapter's code. A program that only creates one does not load them.
    const models = await import('@lamella/models')
    const { bindsThinking, contextLimitOf, createTokenizers, findModel, modelBudget, readUsage } = models
    const counterOf = async (model: string | undefined): Promise<Tokenizer | undefined> => {
      if (isCounted) return undefined
      tokenizers ??= createTokenizers()
      return tokenizers(model === undefined ? undefined : findModel(model))
    }
    const scope = scopeOf(options.scope, call, own)
    // A scope without a tenant is an error of the build: only a request that reads nothing by it may do without.
    const reads = !isDefault || (sessions !== undefined && session !== undefined)
    const whose = scope ?? (reads ? ({} as Scope) : noScope)
    const { window: given, reserve, model = named } = options
    const window = typeof given === 'function' ? (model === undefined ? undefined : given(model)) : given
    const isSized = isDefault || (given !== undefined && !assembler)
    const first = await adapter.next({
      ...request,
      scope: whose,
      session: whose.session ?? session,
      agent: agent ?? (assembler ? whose.agent : undefined),
      parameters: { ...(model !== undefined && { model }), ...request.parameters },
      budget: isSized ? modelBudget(model, { window, reserve, maxOutputTokens }) : undefined,
      countTokens,
      tokenizer: await counterOf(model),
      needs: await options.needs?.(call),
      now: now?.(),
    })
    const id = whose.session ?? session
    const conversation = id === undefined ? undefined : JSON.stringify([whose.tenant, whose.user, id, agent])
    const diagnose = async (context: Context, shown: ShownAnswer): Promise<readonly Notice[]> => {
      const { responses = [], diagnoses = ownDiagnoses } = shown
      const found = await diagnoses.found(conversation, context, responses)
      if (found.length > 0) tell(observe, (tracer) => tracer.diagnosed?.(context, found))
      return found
    }
    const lastCounted = (usage: HostUsage | undefined, { counted }: ShownAnswer): RunUsage | undefined =>
      readUsage({ usage: counted })?.context ?? usage
    const requestOf = ({ context, answered, counted, refused }: AdaptedRequest, isSecond = false): HostRequest => {
      if (context.messages.length === 0 && request.messages.length > 0) throw empty(what)
      const report = (usage?: HostUsage, diagnosis: readonly Notice[] = []): void =>
        onRequest?.({
          context,
          ...(usage && { usage }),
          ...(diagnosis.length > 0 && { diagnosis }),
          ...(model !== undefined && { model }),
          ...(scope && { scope }),
        })
      return {
        context,
        system: context.system.map(({ content }) => content).join(hostSystemSeparator),
        messages: messagesForHost(context.messages, { bindsThinking: bindsThinking(model), systemInMiddle }),
        answered: async (answer, usage, { failed, ...shown } = {}) => {
          await answered(answer, { ...(failed && { failed }), at: now?.(), usage: lastCounted(usage, shown) })
          const found = await diagnose(context, shown)
          report(usage, found)
          return found
        },
        counted: async (usage, shown = {}) => {
          const last = lastCounted(usage, shown)
          if (last) await counted(last)
          const found = await diagnose(context, shown)
          if (found.length > 0) report(usage, found)
        },
        refused: async (error) => {
          const refusal = isSecond ? undefined : refusalOf(contextLimitOf(error), context.report.tokens)
          if (refusal === undefined) return undefined
          // The error of the call says more than that nothing shorter can be sent.
          const shorter = await refused(refusal).catch(() => undefined)
          return shorter && requestOf(shorter, true)
        },
        sent: (body) => {
          if (body === undefined) return
          tell(observe, (tracer) => tracer.sent?.(context, typeof body === 'string' ? JSON.parse(body) : body))
        },
        report: () => report(),
      }
    }
    return requestOf(first)
  }
}

/** Whether it is a builder whose tokens would be estimated without the model's name. */
function isUncounted(builder: object | undefined): boolean {
  return isObject(builder) && 'countedBy' in builder && builder['countedBy'] === undefined
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
function tell(observe: HostOptions<unknown>['observe'], what: (tracer: BuildTracer) => void): void {
  if (typeof observe !== 'object') return
  try {
    what(observe)
  } catch {}
}

/** Returns whose call it is; `undefined` if nothing says so. */
function scopeOf<Call>(
  option: HostOptions<Call>['scope'],
  call: Call,
  own: Partial<Scope> | undefined,
): Scope | undefined {
  const given: unknown = typeof option === 'function' ? option(call) : option
  if (given === undefined && Object.keys(own ?? {}).length === 0) return undefined
  return { ...(isObject(given) ? given : {}), ...own } as Scope
}
