import type { ContextTool } from '@lamella/core'
import { contentKey } from '@lamella/core/plugin'
import type { WrittenThings } from '../contract/recording-line.ts'
import type { Mutable, Recorded } from './contents.ts'

/** Returns how tools are written: each once. */
export function toolWriter({
  withTexts,
  redact,
}: Recorded): (tool: ContextTool, things: Mutable<WrittenThings>) => number {
  const objects = new WeakMap<ContextTool, number>()
  const hashes = new Map<string, number>()
  return (tool, things) => {
    const known = objects.get(tool)
    if (known !== undefined) return known
    const hash = contentKey(JSON.stringify(tool))
    const n = hashes.get(hash) ?? hashes.size
    if (n === hashes.size) {
      hashes.set(hash, n)
      const shown = redact ? redact(tool) : tool
      things.tools ??= []
      things.tools.push({ n, name: tool.name, hash, ...(withTexts && { definition: { ...shown, name: tool.name } }) })
    }
    objects.set(tool, n)
    return n
  }
}
