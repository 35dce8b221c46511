import { LamellaError, type ToolDefinition } from '@lamella/core'
import type { RequestLimits } from '@lamella/core/plugin'
import { toolBytes } from './amounts.ts'

/** Checks the limits of tools, which are never dropped. @throws LamellaError `LIMIT_OVERFLOW` */
export function checkToolLimits(most: RequestLimits, tools: readonly ToolDefinition[]): void {
  const fix =
    'Pass fewer tools, or let the model search for them instead of sending all of them (`toolSearch` of `@lamella/offload/tool-search`).'
  if (most.tools !== undefined && tools.length > most.tools) {
    throw new LamellaError({
      code: 'LIMIT_OVERFLOW',
      what: `The request has ${tools.length} tools, but its limit is ${most.tools}.`,
      fix,
      details: { limit: 'tools', value: most.tools, smallest: tools.length, largest: [] },
    })
  }
  const bytes = most.toolBytes === undefined ? 0 : toolBytes(tools)
  if (most.toolBytes === undefined || bytes <= most.toolBytes) return
  throw new LamellaError({
    code: 'LIMIT_OVERFLOW',
    what: `The tools of the request take up to ${bytes} bytes, but their limit is ${most.toolBytes}.`,
    fix,
    details: { limit: 'toolBytes', value: most.toolBytes, smallest: bytes, largest: [] },
  })
}
