import type { Context, Message, Scope, SystemMessage, ToolDefinition } from '@lamella/core'
import { type AdaptedRequest, type Adapter, createAdapter, messagesForHost } from '@lamella/core/adapter'
import {
  checkOptions,
  mustBeBoolean,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { findModel, supportsFeature } from '@lamella/models'
import type { LamellaCall, LamellaOptions, LamellaUsage } from './contract/options.ts'
import { budgetFor, defaultBuilder, noScope } from './default-builder.ts'
import { learn } from './report.ts'
import { scopeOf } from './scope-of.ts'

/** What a call brings. */
export interface CallInput {
  readonly system: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[] | undefined
  readonly maxOutputTokens?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A request that was built, with its messages as the SDK may send them. */
export interface BuiltRequest {
  readonly context: Context
  readonly messages: readonly Message[]
  /** Appends an answer to the session, and reports. */
  answered(answer: Parameters<AdaptedRequest['answered']>[0], usage?: LamellaUsage): Promise<void>
  /** Reports a request whose answer is not seen here. */
  report(): void
}

/** Builds the requests of all calls. It keeps no state between them. */
export type BuildRequest = (call: LamellaCall, input: CallInput) => Promise<BuiltRequest>

/** @throws LamellaError `OPTION_INVALID` */
export function createRequests(options: LamellaOptions): BuildRequest {
  const { builder, assembler, sessions, history, ...own } = checkOptions<LamellaOptions>('lamella', options, {
    builder: mustHaveMethod('build'),
    assembler: mustHaveMethod('assemble'),
    sessions: mustHaveMethod('append'),
    history: () => undefined,
    scope: (value) => (typeof value === 'function' ? undefined : mustBeObject(value)),
    window: (value) => (typeof value === 'function' ? undefined : mustBeWhole(1)(value)),
    reserve: mustBeWhole(0),
    needs: mustBeFunction,
    calibration: mustHaveMethod('observe'),
    systemInMiddle: mustBeBoolean,
    onReport: mustBeFunction,
    now: mustBeFunction,
  })
  const { calibration, systemInMiddle, onReport, now } = own
  const isDefault = builder === undefined && assembler === undefined
  const adapter: Adapter = createAdapter('lamella', {
    ...(assembler ? { assembler } : { builder: builder ?? defaultBuilder() }),
    ...(sessions && { sessions }),
    ...(history && { history }),
  })
  return async (call, { system, messages, tools, maxOutputTokens, signal }) => {
    const { model } = call
    const scope = scopeOf(own.scope, call)
    const factor = calibration && model !== undefined && !assembler ? calibration.factor(model) : 1
    const { context, answered } = await adapter.next({
      // Without a tenant the build throws: only layers that read nothing by it may do without.
      scope: scope ?? (isDefault ? noScope : ({} as Scope)),
      session: scope?.session,
      agent: assembler ? scope?.agent : undefined,
      system: system.map(({ content }) => content),
      messages,
      tools,
      operation: call.options.operation,
      parameters: { ...(model !== undefined && { model }), ...(maxOutputTokens !== undefined && { maxOutputTokens }) },
      budget: isDefault ? budgetFor(own, model, maxOutputTokens) : undefined,
      tokenizer: calibration && model !== undefined ? calibration.tokenizer(model) : undefined,
      needs: await own.needs?.(call),
      now: now?.(),
      signal,
    })
    const report = (usage?: LamellaUsage): void =>
      onReport?.({ ...(scope && { scope }), model, context, report: context.report, ...(usage && { usage }) })
    const bindsThinking =
      model !== undefined && findModel(model) !== undefined && supportsFeature(model, 'preserved-thinking')
    return {
      context,
      messages: messagesForHost(context.messages, { bindsThinking, systemInMiddle }),
      answered: async (answer, usage) => {
        await answered(answer, { at: now?.() })
        learn(calibration, model, { context, factor }, usage)
        report(usage)
      },
      report,
    }
  }
}
