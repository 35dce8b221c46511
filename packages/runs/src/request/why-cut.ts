import type { ToolDefinition } from '@lamella/core'
import type { Collected, CutReason } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'

/** What a new request brings that may not fit the epoch. */
export interface Brought {
  /** Whether the model is another one, and nothing speaks for keeping what was sent to the one before. */
  readonly model: boolean
  /** Whether other tools cannot be told inside the epoch. */
  readonly tools: boolean
  /** Whether other settings of the request cannot. */
  readonly settings: boolean
  readonly sources: readonly Collected[]
  /** What the model has seen of each layer. */
  readonly told: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly asked: boolean
  /** Whether the request was sent before: then a layer's own limit has let it pass. */
  readonly repeat: boolean
  /** Whether a text of the owner changed, and may be told now. */
  readonly instructions: boolean
  /** Whether the head no longer precedes what it did. */
  readonly edited: boolean
}

/** Returns why the epoch must end, whatever room there is. */
export function whyCut(brought: Brought): CutReason | undefined {
  const { model, tools, settings, sources, told, asked, repeat, instructions, edited } = brought
  if (hasRevoked(sources, told)) return 'revoked'
  if (model) return 'model'
  if (tools) return 'tools'
  if (settings) return 'settings'
  if (instructions) return 'instructions'
  if (asked) return 'asked'
  if (edited) return 'edited'
  return !repeat && sources.some(({ result }) => result.cut === true) ? 'window' : undefined
}

/** Whether a layer revokes what was told, or may no longer be seen, or is gone. */
function hasRevoked(sources: readonly Collected[], told: Brought['told']): boolean {
  const present = new Map(sources.map((source) => [source.layer.name, source]))
  for (const [layer, ids] of told) {
    if (ids.size === 0) continue
    const source = present.get(layer)
    if (source === undefined || source.status === 'hidden') return true
    if (source.result.revoked?.some((id) => ids.has(id))) return true
  }
  return false
}

/** Returns the tools in the order in which the epoch sends them, since a server may list them in another one. */
export function inHeadOrder<Tool extends ToolDefinition>(tools: readonly Tool[], { head }: RunState): readonly Tool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return [...new Map(head.tools).keys()].flatMap((name) => byName.get(name) ?? [])
}
