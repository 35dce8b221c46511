import type { ToolDefinition } from '@lamella/core'
import type { Analyzer } from '../analysis/analyzer.ts'
import { SharedSentences } from './shared-sentences.ts'
import { ToolPostings } from './tool-postings.ts'
import { nameKey, singular } from './tool-query.ts'
import { type ReadTool, readTool, toolTerms } from './tool-terms.ts'

/** The tools of an index: what each consists of, and which tools a term or a name leads to. */
export interface ToolCollection {
  readonly postings: ToolPostings
  /** Returns the names that are spelled like this one, apart from case and separators. */
  named(name: string): Iterable<string>
  /** @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID` */
  add(tools: readonly ToolDefinition[]): void
  remove(name: string): boolean
}

export function toolCollection(analyze: Analyzer): ToolCollection {
  const postings = new ToolPostings()
  const shared = new SharedSentences()
  const read = new Map<string, ReadTool>()
  const byKey = new Map<string, Set<string>>()
  const numbered = analyze.numbered((term) => postings.numberOf(singular(term)))
  const isShared = (sentence: string): boolean => shared.isShared(sentence)
  const places: number[] = []
  /** Tools whose terms are not up to date. */
  const stale = new Set<string>()
  const weigh = (): void => {
    for (const name of stale) {
      const tool = read.get(name)
      if (tool !== undefined) postings.put(name, toolTerms(tool, isShared, places))
    }
    stale.clear()
  }
  const forget = (name: string): boolean => {
    const before = read.get(name)
    if (before === undefined) return false
    for (const other of shared.remove(name, before.sentences.keys())) stale.add(other)
    postings.remove(name)
    read.delete(name)
    const key = nameKey(name)
    const same = byKey.get(key)
    same?.delete(name)
    if (same?.size === 0) byKey.delete(key)
    return true
  }
  return {
    postings,
    named: (name) => byKey.get(nameKey(name)) ?? [],
    add: (tools) => {
      // All are read first: an invalid one must not leave half of them added.
      for (const tool of tools.map((one) => readTool(one, numbered))) {
        const { name, sentences } = tool
        forget(name)
        read.set(name, tool)
        for (const other of shared.add(name, sentences.keys())) stale.add(other)
        stale.add(name)
        const key = nameKey(name)
        byKey.set(key, (byKey.get(key) ?? new Set()).add(name))
      }
      weigh()
    },
    remove: (name) => {
      const was = forget(name)
      weigh()
      return was
    },
  }
}
