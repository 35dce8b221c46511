import type { ToolRule } from '../contract/options.ts'

/** Checked options: what is put aside. */
export interface Settings {
  readonly limit: number
  readonly head: number | undefined
  readonly texts: number | false
  readonly media: number | false
  /** A map, since a tool may have any name, such as `constructor`. */
  readonly tools: ReadonlyMap<string, ToolRule>
}

/**
 * The tools of Lamella whose answers are bounded and read on by themselves (`contextTools`, `toolSearch`). What a model asks of
 * them it needs as a whole: what `find_tool` lists, it calls next.
 */
const bounded: ReadonlySet<string> = new Set([
  'find_skill',
  'find_tool',
  'load_skill',
  'read_skill_file',
  'recall',
  'search_memory',
])

/** More than these return with their defaults: a tool of another host may have such a name. */
const boundedLimit = 8_000

/** Returns the limit of a tool's results in tokens; `Infinity` if they stay whole. */
export function limitOf({ limit, tools }: Settings, tool: string): number {
  const rule = tools.get(tool)
  if (rule === undefined) return bounded.has(tool) ? Math.max(limit, boundedLimit) : limit
  return rule === 'keep' ? Number.POSITIVE_INFINITY : rule.limit
}

/** Returns the tokens of a head: with its closing line it is always below the limit, so that no head is put aside. */
export function headFor({ head = 800 }: Settings, limit: number): number {
  return Math.min(head, Math.floor(limit / 4))
}
