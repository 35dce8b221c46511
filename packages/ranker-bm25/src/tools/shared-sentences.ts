/** From how many tools on a sentence is about their server, and not about each of them. */
const manyTools = 5

/** Counts in how many descriptions a sentence stands: servers repeat what they are in each of their tools. */
export class SharedSentences {
  readonly #tools = new Map<string, Set<string>>()

  isShared(sentence: string): boolean {
    return (this.#tools.get(sentence)?.size ?? 0) >= manyTools
  }

  /** Adds the sentences of a tool. Returns the tools to weigh again, because one of their sentences is shared now. */
  add(tool: string, sentences: Iterable<string>): Iterable<string> {
    const changed = new Set<string>()
    for (const sentence of sentences) {
      let tools = this.#tools.get(sentence)
      if (tools === undefined) {
        tools = new Set()
        this.#tools.set(sentence, tools)
      }
      tools.add(tool)
      if (tools.size === manyTools) for (const name of tools) changed.add(name)
    }
    changed.delete(tool)
    return changed
  }

  /** Removes the sentences of a tool. Returns the tools to weigh again, because one of their sentences is no longer shared. */
  remove(tool: string, sentences: Iterable<string>): Iterable<string> {
    const changed = new Set<string>()
    for (const sentence of sentences) {
      const tools = this.#tools.get(sentence)
      if (tools?.delete(tool) !== true) continue
      if (tools.size === manyTools - 1) for (const name of tools) changed.add(name)
      if (tools.size === 0) this.#tools.delete(sentence)
    }
    return changed
  }
}
