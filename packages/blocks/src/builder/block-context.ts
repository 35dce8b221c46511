import type { Context, LayerReport, ReportRow } from '@lamella/core'
import type { CompressedHistory } from '@lamella/layers'
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

/** A context of an agent with blocks: what every encoder of `@lamella/wire` takes. */
export interface BlockContext extends Context<BlockContextLayer> {
  readonly metadata: ContextMetadata
}

/** What is in a context. */
export interface ContextMetadata {
  readonly agent: string
  /** Id of the model, where it was told. */
  readonly model: string | undefined
  readonly limits: ResolvedLimits
  /** Tokens of each section, wrapping included, and of all together. */
  readonly tokens: Readonly<Record<BlockContextLayer | 'tools' | 'total', number>>
  /** Names of blocks, `label@owner` for those that are shared: in the context, and of these those that are shortened; left out. */
  readonly blocks: {
    readonly included: readonly string[]
    readonly shortened: readonly string[]
    readonly dropped: readonly string[]
  }
  /** What was done to the history before it went into the context; absent where there is none. */
  readonly history?: Omit<CompressedHistory, 'messages'>
}

/** What is known when a context has been built. */
export interface BuiltContext {
  readonly context: Context<BlockContextLayer>
  readonly agent: string
  readonly model: string | undefined
  readonly limits: ResolvedLimits
  /** Names of the blocks that were offered. */
  readonly offered: readonly string[]
  readonly compressed: CompressedHistory | undefined
}

export function withMetadata({ context, agent, model, limits, offered, compressed }: BuiltContext): BlockContext {
  const { report } = context
  const fates = (action: ReportRow['action']): readonly string[] =>
    report.rows.flatMap((row) => (row.layer === 'working-blocks' && row.action === action ? [row.fragment] : []))
  const dropped = fates('dropped')
  const gone = new Set(dropped)
  const sections = Object.entries<LayerReport>(report.layers).map(([layer, { got }]) => [layer, got] as const)
  const { messages: _, ...history } = compressed ?? { messages: [] }
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
    ...(compressed === undefined ? {} : { history: history as Omit<CompressedHistory, 'messages'> }),
  }
  return { ...context, metadata }
}
