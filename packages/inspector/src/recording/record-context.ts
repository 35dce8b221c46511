import type { BuiltContext, ReportRow } from '@lamella/core'
import { detailsOf } from '@lamella/core/plugin'
import type { WrittenContext, WrittenThings } from '../contract/recording-line.ts'
import { createContents, type Mutable, type Recorded } from './contents.ts'
import { rangesOf } from './numbers.ts'
import { itemWriter } from './write-items.ts'
import { layerWriter } from './write-layers.ts'
import { toolWriter } from './write-tools.ts'

/** Returns contexts as they are recorded: what builds have in common once, under a number. */
export interface ContextWriter {
  /** Adds the lines of contents that are new to `lines`, and other things that are new to `things`. */
  write(context: BuiltContext, lines: string[], things: Mutable<WrittenThings>): WrittenContext
}

/** Creates a writer that has not written anything yet. */
export function contextWriter(recorded: Recorded): ContextWriter {
  const contents = createContents(recorded.withTexts, recorded.redact)
  const writeLayer = layerWriter(contents, recorded)
  const writeItems = itemWriter(contents)
  const writeTool = toolWriter(recorded)
  return {
    write: ({ report, tools }, lines, things) => {
      const { layers, available, framing, limits, layout } = detailsOf(report)
      const uses = report.limits ?? {}
      const rows = report.rows as readonly ReportRow[]
      return {
        tokens: report.tokens,
        available,
        framing,
        ...(Object.keys(uses).length > 0 && { limits: uses }),
        ...(limits && { room: limits }),
        layers: layers.map((layer) => writeLayer(layer, report, limits !== undefined, lines, things)),
        start: layout.start,
        toolsEnd: layout.tools,
        items: rangesOf(writeItems(layout, lines, things)),
        tools: rangesOf(tools.map((tool) => writeTool(tool, things))),
        ...(rows.length > 0 && { rows }),
        cache: report.cache,
        ...(report.truncated && { truncated: true }),
        ...(report.run && { run: report.run }),
      }
    },
  }
}
