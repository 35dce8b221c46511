import type { Context, LayerReport, Notice } from '@lamella/core'
import { requestLimiter, requestLimits, type TokenizerFor } from '@lamella/models'
import { type ExtendOptions, extend, type RunContext, type RunCounts, type RunInput } from '@lamella/runs'
import type { Detector } from '../compaction/compaction-detector.ts'
import type { AssembledContext, TruncationInfo } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'
import type { TruncationStrategy } from '../contract/config.ts'
import { applyLimits } from '../parameters/apply-limits.ts'
import { toParameters } from '../parameters/to-parameters.ts'
import { buildInRun, type InRun } from './build-in-run.ts'
import { checkOf } from './check-of.ts'
import type { Conversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'
import type { BuildersOf } from './make-builder.ts'
import { withoutNewSummaries } from './without-new-summaries.ts'

/** The parts needed to make contexts. */
export interface Making {
  /** Resolves when the folder is open, if there is one. */
  readonly builders: () => Promise<BuildersOf>
  readonly tokenizerFor: TokenizerFor
  readonly detector: Detector
  readonly separator: string
  readonly strategy: TruncationStrategy
  /** How the provider counts with each model, for requests that extend none. */
  readonly learned: { counts?: RunCounts | undefined }
}

/** A context, and the parts that are added only when it is returned. */
export interface Assembled {
  readonly context: AssembledContext
  readonly check: CompactionCheck
  /** The version of the stored run after it. Absent outside a run. */
  readonly version?: number
}

export async function makeContext(
  { builders, tokenizerFor, detector, separator, strategy, learned }: Making,
  inputs: AssemblyInputs,
  conversation: Conversation,
  inRun: InRun | undefined,
  signal: AbortSignal | undefined,
): Promise<Assembled> {
  const { window, reserve, tools, scope, now, sessionId, agentId, skills, counting } = inputs
  const message = inputs.message ?? conversation.message
  const { model: name } = inputs.parameters
  const { builder, count } = (await builders())(window, await tokenizerFor(inputs.model))
  const { countTokens, settings, refused } = counting
  const buildWith = (shown: Conversation, run?: ExtendOptions): Promise<RunContext> =>
    extend(
      builder
        .budget({ window, reserve, ...(name !== undefined && { limits: requestLimiter(requestLimits(name)) }) })
        .parameters({ model: name }),
      {
        scope,
        assembly: inputs,
        session: inputs.message === undefined ? shown.session : shown.whole,
        ...(message !== undefined && { message }),
        tools,
        now,
        ...run,
        settings,
        ...(countTokens && { countTokens }),
        ...(signal && { signal }),
      },
    )
  // A run builds several requests, of which it returns one.
  const build = async (run?: RunInput): Promise<RunContext & { readonly shown: Conversation }> => {
    const then = run && inRun?.holds ? await withoutNewSummaries(conversation, run, buildWith) : undefined
    const shown = then?.conversation ?? conversation
    return Object.assign(then?.built ?? (await (run ? buildWith(conversation, run) : buildAlone())), { shown })
  }
  const buildAlone = async (): Promise<RunContext> => {
    const alone = await buildWith(conversation, { counts: learned.counts })
    if (refused === undefined) return alone
    const shorter = await buildWith(conversation, { counts: alone.counts, refused })
    learned.counts = shorter.counts
    return shorter
  }
  const { built, ...stored } = await (inRun
    ? buildInRun(inRun, inputs, conversation, build)
    : build().then((alone) => ({ built: alone })))
  const { report, shown } = built
  const { total } = report.tokens
  const limited = answerLimits(inputs, window - total)
  const lost = lostOf(report.layers['history'])
  const isTruncated = lost.removedTokens > 0 || lost.removedCount > 0
  const truncationInfo = isTruncated && {
    strategy,
    ...infoOf(lost, await shown.tokens(inputs.message === undefined ? 'session' : 'whole', count)),
  }
  const check = await checkOf(detector, {
    inputs,
    built,
    conversation,
    isWaiting: shown !== conversation,
    count,
  })
  const systemPrompt = built.system.map(({ content }) => content).join(separator)
  const messageTokens = messageLayers(built).reduce((sum, { got }) => sum + got, 0)
  return {
    ...stored,
    check,
    context: {
      system: built.system,
      messages: built.messages,
      tools: built.tools,
      report,
      ...(inRun ? { run: built.run } : { counts: built.counts }),
      parameters: toParameters(limited.parameters, inputs.model),
      systemPrompt,
      metadata: {
        session: sessionId,
        ...(agentId !== undefined && { agent: agentId }),
        model: limited.parameters.model,
        parameters: limited.parameters,
        tokenEstimate: {
          systemPrompt: report.tokens.layers - messageTokens,
          messages: messageTokens,
          tools: report.tokens.tools,
          framing: report.tokens.framing,
          total,
        },
        truncated: isTruncated,
        ...(truncationInfo && { truncationInfo }),
        shouldCompact: check.needed,
        ...(check.reason && { compactionReason: check.reason }),
        activeSkills: skills.map(({ id }) => id),
        notices: [...inputs.notices, ...limited.notices, ...noticesOf(built), ...emptyNotice(built, sessionId)],
        cached: false,
        assemblyTime: 0,
      },
    },
  }
}

/**
 * The reserve is the minimum room for an answer; it may use everything free, but no more, or the provider rejects the
 * request.
 */
function answerLimits({ parameters, model }: AssemblyInputs, room: number): ReturnType<typeof applyLimits> {
  const { maxOutputTokens } = parameters
  if (maxOutputTokens === undefined || maxOutputTokens <= room) return { parameters, notices: [] }
  const { parameters: lowered, notices } = applyLimits({ ...parameters, maxOutputTokens: room }, model)
  const notice = {
    code: 'MAX_TOKENS_LOWERED',
    what: `The answer is limited to ${room} tokens instead of ${maxOutputTokens}, because the window has no room for more.`,
  }
  return { parameters: lowered, notices: [notice, ...notices] }
}

interface Lost extends Omit<TruncationInfo, 'strategy'> {
  /** Whether some messages were not even read. */
  readonly unread: boolean
}

function lostOf(history: LayerReport | undefined): Lost {
  const { asked = 0, got = 0, dropped = 0, omitted = [] } = history ?? {}
  const left = omitted.reduce((sum, { count }) => sum + count, 0)
  return {
    removedCount: dropped + left,
    removedTokens: Math.max(0, asked - got),
    originalTokens: asked,
    finalTokens: got,
    unread: left > 0,
  }
}

/** @param whole Tokens of the whole session, which may be an estimate; what was read of it is known. */
function infoOf(
  { removedCount, originalTokens: read, finalTokens }: Lost,
  whole: number,
): Omit<TruncationInfo, 'strategy'> {
  const originalTokens = Math.max(whole, read)
  return { removedCount, removedTokens: originalTokens - finalTokens, originalTokens, finalTokens }
}

function messageLayers({ system, report }: Context): readonly LayerReport[] {
  const inPrompt = new Set(system.map(({ layer }) => layer))
  return Object.entries(report.layers).flatMap(([name, layer]) => (inPrompt.has(name) ? [] : [layer]))
}

/** A misspelled id is an empty session, and so is a new one: neither is an error, but both are reported. */
function emptyNotice({ messages }: Context, sessionId: string): readonly Notice[] {
  if (messages.length > 0) return []
  const what = `The session '${sessionId}' has no messages and there is no new message: providers reject such a request.`
  return [{ code: 'SESSION_EMPTY', what, fix: 'Check the id of the session, or pass a new message.' }]
}

function noticesOf({ report }: Context): readonly Notice[] {
  return Object.values(report.layers).flatMap(({ notices }) => notices)
}
