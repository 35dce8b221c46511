import type { BuiltContext, OfferedLayer, ReportRow, Unit } from '@lamella/core'
import { contentKey } from '@lamella/core/plugin'
import type {
  RecordedContent,
  RecordedContext,
  RecordedFragment,
  RecordedItem,
  RecordedLayer,
  RecordedLayout,
  RecordedStep,
  RecordedUnit,
} from '../contract/recording.ts'
import type { Contents, Redact } from './contents.ts'

/** What a recording has besides sizes. */
export interface Recorded {
  /** Returns a value as it is written. `undefined`: no texts are written. */
  readonly shown: Redact | undefined
  /** Whether the state of the run is written. */
  readonly withRun: boolean
}

/** Returns a context as it is recorded; adds the lines of contents that are new. */
export function recordContext(
  context: BuiltContext,
  contents: Contents,
  { shown, withRun }: Recorded,
  lines: RecordedContent[],
): RecordedContext {
  const { report, tools } = context
  const { layers, available, layout } = report.details()
  const state = withRun ? context.run : undefined
  return {
    tokens: report.tokens,
    available,
    layers: layers.map((layer) => recordLayer(layer, context, contents, lines)),
    layout: recordLayout(layout, contents, lines),
    tools: tools.map((tool) => ({
      name: tool.name,
      hash: contentKey(JSON.stringify(tool)),
      ...(shown && { definition: { ...shown(tool), name: tool.name } }),
    })),
    rows: report.rows as readonly ReportRow[],
    cache: report.cache,
    truncated: report.truncated,
    ...((report.run || state) && { run: { ...(report.run && { report: report.run }), ...(state && { state }) } }),
  }
}

function recordLayer(
  layer: OfferedLayer,
  { report }: BuiltContext,
  contents: Contents,
  lines: RecordedContent[],
): RecordedLayer {
  const { name, order, priority, stability, placement, frame, min, max, policy, units, kept } = layer
  const { status, why, asked, got, omitted, notices } = report.layers[name] as (typeof report.layers)[string]
  const rungs = new Map(kept.map(({ fragment, rung }) => [fragment.id, rung]))
  return {
    ...{ name, order, priority, stability, placement, status, frame, min, asked, got, omitted, notices },
    ...(why !== undefined && { why }),
    ...(max !== undefined && { max }),
    policy: policy.name,
    steps: policy.steps(units).map(({ unit, rung, joined, priority: raised }): RecordedStep => {
      if (raised !== undefined) return [unit.position, rung, joined ? 1 : 0, raised]
      return joined ? [unit.position, rung, 1] : [unit.position, rung]
    }),
    units: units.map((unit) => recordUnit(unit, rungs, contents, lines)),
  }
}

function recordUnit(
  { fragments, tokens, page }: Unit,
  rungs: ReadonlyMap<string, number>,
  contents: Contents,
  lines: RecordedContent[],
): RecordedUnit {
  return {
    fragments: fragments.map(({ id, content, shorter = [], pinned, rank, position, origin }): RecordedFragment => {
      const kept = rungs.get(id)
      return {
        id,
        contents: [content, ...shorter].map((one) => contents.keyOf(one, lines)),
        ...(kept !== undefined && { kept }),
        ...(pinned && { pinned }),
        ...(rank !== undefined && { rank }),
        ...(position !== undefined && { position }),
        ...(origin && { origin }),
      }
    }),
    tokens,
    ...(page !== undefined && { page }),
  }
}

function recordLayout(
  { start, tools, system, fragments }: ReturnType<BuiltContext['report']['details']>['layout'],
  contents: Contents,
  lines: RecordedContent[],
): RecordedLayout {
  const parts = system.map(
    ({ layer, text, start: from, end }): RecordedItem => ({
      place: 'system',
      layer: layer.name,
      content: contents.keyOf(text, lines),
      start: from,
      end,
    }),
  )
  const messages = fragments.map(
    ({ layer, kept, messages: own, from, start: begin, end }): RecordedItem => ({
      place: 'messages',
      layer: layer.name,
      fragment: kept.fragment.id,
      from,
      content: contents.keyOf(own, lines),
      start: begin,
      end,
    }),
  )
  return { start, tools, items: [...parts, ...messages] }
}
