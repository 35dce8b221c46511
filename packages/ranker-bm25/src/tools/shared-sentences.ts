import type { ReadTool } from './read-tool.ts'

/** From how many tools on a sentence is about their server, and not about each of them. */
const manyTools = 5

/** Returns the sentences that stand in many descriptions: servers repeat what they are in each of their tools. */
export function sharedSentences(tools: readonly (ReadTool | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const shared = new Set<string>()
  for (const tool of tools) {
    for (const { text } of tool?.sentences ?? []) {
      const count = (counts.get(text) ?? 0) + 1
      counts.set(text, count)
      if (count === manyTools) shared.add(text)
    }
  }
  return shared
}
