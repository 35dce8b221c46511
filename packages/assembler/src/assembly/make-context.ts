import type { Context, LayerReport, Notice } from '@lamella/core'
import type { CompactionDetector } from '../compaction/compaction-detector.ts'
import type { AssembledContext, TruncationInfo } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'
import type { TruncationStrategy } from '../contract/config.ts'
import { applyLimits } from '../parameters/apply-limits.ts'
import { toParameters } from '../parameters/to-parameters.ts'
import type { Conversation } from './conversation.ts'
import type { AssemblyInputs } from './inputs.ts'
import type { AssemblyBuilder } from './make-builder.ts'

/** How contexts are made. */
export interface Making {
  readonly builders: (window: number) => AssemblyBuilder
  readonly detector: CompactionDetector
  readonly separator: string
  readonly strategy: TruncationStrategy
}

/** A context, and what is not told with it until it is handed out. */
export interface Assembled {
  readonly context: AssembledContext
  readonly check: CompactionCheck
}

/** Builds a context of what was gathered and a conversation. */
export async function makeContext(
  { builders, detector, separator, strategy }: Making,
  inputs: AssemblyInputs,
  conversation: Conversation,
  signal: AbortSignal | undefined,
): Promise<Assembled> {
  const { window, reserve, tools, scope, now, sessionId, agentId, skills } = inputs
  const message = inputs.message ?? conversation.message
  const built = await builders(window)
    .budget({ window, reserve })
    .build({
      scope,
      assembly: inputs,
      session: inputs.message === undefined ? conversation.session : conversation.whole,
      ...(message !== undefined && { message }),
      tools,
      now,
      previous: inputs.previous,
      ...(signal && { signal }),
    })
  const { report } = built
  const { total } = report.tokens
  const limited = answerLimits(inputs, window - total)
  const context: Context = { ...built, parameters: toParameters(limited.parameters, inputs.model) }
  const lost = lostOf(report.layers['history'])
  const length = conversation.length + (inputs.message === undefined ? 0 : 1)
  const current = total + Object.values(report.layers).reduce((sum, { asked, got }) => sum + asked - got, 0)
  const size = detector.calculateStats(length, lost.originalTokens, conversation.toolCalls())
  const check = detector.check(size, lost.unread ? Math.max(current, window) : current, window)
  const systemPrompt = built.system.map(({ content }) => content).join(separator)
  const messageTokens = messageLayers(built).reduce((sum, { got }) => sum + got, 0)
  return {
    check,
    context: {
      systemPrompt,
      messages: built.messages,
      tools: built.tools,
      parameters: limited.parameters,
      report,
      context,
      metadata: {
        sessionId,
        ...(agentId !== undefined && { agentId }),
        modelId: limited.parameters.modelId,
        tokenEstimate: {
          systemPrompt: report.tokens.layers - messageTokens,
          messages: messageTokens,
          tools: report.tokens.tools,
          framing: report.tokens.framing,
          total,
        },
        truncated: lost.removedTokens > 0 || lost.removedCount > 0,
        ...((lost.removedTokens > 0 || lost.removedCount > 0) && { truncationInfo: { ...infoOf(lost), strategy } }),
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

/** The reserve is what an answer has at least; it can have all that is free, and no more, or the provider refuses the request. */
function answerLimits({ parameters, model }: AssemblyInputs, room: number): ReturnType<typeof applyLimits> {
  const { maxTokens } = parameters
  if (maxTokens === undefined || maxTokens <= room) return { parameters, notices: [] }
  const { parameters: lowered, notices } = applyLimits({ ...parameters, maxTokens: room }, model)
  const notice = {
    code: 'MAX_TOKENS_LOWERED',
    message: `The request leaves ${room} tokens of the window, so the answer may have no more (${maxTokens} were asked for).`,
  }
  return { parameters: lowered, notices: [notice, ...notices] }
}

interface Lost extends Omit<TruncationInfo, 'strategy'> {
  /** Whether messages were not even read. */
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

function infoOf({ removedCount, removedTokens, originalTokens, finalTokens }: Lost): Omit<TruncationInfo, 'strategy'> {
  return { removedCount, removedTokens, originalTokens, finalTokens }
}

function messageLayers({ system, report }: Context): readonly LayerReport[] {
  const inPrompt = new Set(system.map(({ layer }) => layer))
  return Object.entries(report.layers).flatMap(([name, layer]) => (inPrompt.has(name) ? [] : [layer]))
}

/** A misspelled id is a session of nothing, and so is a new one: neither is an error, but nobody answers it. */
function emptyNotice({ messages }: Context, sessionId: string): readonly Notice[] {
  if (messages.length > 0) return []
  const message = `The session '${sessionId}' has no messages, and there is no new one: providers refuse such a request.`
  return [{ code: 'SESSION_EMPTY', message }]
}

function noticesOf({ report }: Context): readonly Notice[] {
  return Object.values(report.layers).flatMap(({ notices }) => notices)
}
