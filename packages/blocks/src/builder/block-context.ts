import type { CompressedHistory } from '@lamella/compaction'
import type { Context, LayerReport, ReportRow } from '@lamella/core'
import type { ResolvedLimits } from '../config/model-context-limits.ts'

/** The layers of a context that `contextBuilder` builds. */
export type BlockContextLayer =
  | 'base-instructions'
  | 'core-blocks'
  | 'working-blocks'
  | 'activity'
  | 'tool-rules'
  | 'history'
  | 'message'

/** An agent's context with blocks, for every encoder of `@lamella/wire`. */
export interface BlockContext extends Context<BlockContextLayer> {
  readonly metadata: ContextMetadata
}

/** What a context contains. */
export interface ContextMetadata {
  readonly agent: string
  /** The id of the model, after `withModelInfo`. */
  readonly model: string | undefined
  readonly limits: ResolvedLimits
  /** Tokens of each section, including its markup, and of the whole context. */
  readonly tokens: Readonly<Record<BlockContextLayer | 'tools' | 'total', number>>
  /** Names of blocks, `label@owner` for shared ones. `shortened` blocks are also `included`. */
  readonly blocks: {
    readonly included: readonly string[]
    readonly shortened: readonly string[]
    readonly dropped: readonly string[]
  }
  /** The compression of the history; absent without a history. */
  readonly history?: Omit<CompressedHistory, 'messages'>
}

/** A context and the data for its metadata. */
export interface BuiltContext {
  readonly context: Context<BlockContextLayer>
  readonly agent: string
  readonly model: string | undefined
  readonly limits: ResolvedLimits
  /** Names of all blocks that the layers loaded. */
  readonly offered: readonly string[]
  readonly compressed: CompressedHistory | undefined
}

export function withMetadata({ context, agent, model, limits, offered, compressed }: BuiltContext): BlockContext {
  // Without the run, which this builder cannot extend.
  const { system, messages, tools, parameters, report } = context
  const fates = (action: ReportRow['action']): readonly string[] =>
    report.rows
      .filter((row) => row.layer === 'working-blocks' && row.action === action)
      .map(({ origin, fragment }) => origin?.from ?? fragment)
  const dropped = fates('dropped')
  const gone = new Set(dropped)
  const sections = Object.entries<LayerReport>(report.layers).map(([layer, { got }]) => [layer, got] as const)
  const metadata: ContextMetadata = {
    agent,
    model,
    limits,
    tokens: {
      ...(Object.fromEntries(sections) as Record<BlockContextLayer, number>),
      tools: report.tokens.tools,
      total: report.tokens.total,
    },
    blocks: { included: offered.filter((name) => !gone.has(name)), shortened: fates('shortened'), dropped },
    ...(compressed && { history: withoutMessages(compressed) }),
  }
  return { system, messages, tools, parameters, report, metadata }
}

function withoutMessages({ messages: _, ...rest }: CompressedHistory): Omit<CompressedHistory, 'messages'> {
  return rest
}
