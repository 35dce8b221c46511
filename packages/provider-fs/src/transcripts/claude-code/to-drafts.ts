import { type Draft, userDrafts } from '../shared/draft.ts'
import type { ClaudeNode } from './node.ts'
import { type Chain, type ClaudeNodes, isMessage } from './tree.ts'

/** Messages of a chain, and the ids of the lines that they are made of. */
export interface ChainDrafts {
  readonly drafts: readonly Draft[]
  readonly used: ReadonlySet<string>
}

/** Lines that belong to an answer and are not all on one chain. */
export interface AnswerIndex {
  /** All lines of an answer, in the order of the file. */
  readonly answers: ReadonlyMap<string, readonly ClaudeNode[]>
  /** All lines with a result of a call. */
  readonly results: ReadonlyMap<string, readonly ClaudeNode[]>
  /** What was said after a line and is on no chain. */
  readonly said: ReadonlyMap<string, readonly ClaudeNode[]>
}

/** Indexes the answers and results among these lines. */
export function indexAnswers(nodes: Iterable<ClaudeNode>, said: AnswerIndex['said'] = new Map()): AnswerIndex {
  const answers = new Map<string, ClaudeNode[]>()
  const results = new Map<string, ClaudeNode[]>()
  const add = (map: Map<string, ClaudeNode[]>, key: string, node: ClaudeNode): void => {
    const held = map.get(key)
    if (held) held.push(node)
    else map.set(key, [node])
  }
  for (const node of nodes) {
    if (node.answer !== undefined) add(answers, node.answer, node)
    if (node.type !== 'user') continue
    for (const part of node.parts) if (part.type === 'tool-result') add(results, part.toolCallId, node)
  }
  return { answers, results, said }
}

/**
 * Makes messages of a chain. An answer has a line for each block, and with parallel calls the chain passes only one of the
 * results: all lines of an answer are joined, and all its results follow.
 */
export function draftsOf(chain: Chain, nodes: ClaudeNodes, index: AnswerIndex): ChainDrafts {
  const onChain = new Set(chain.map(({ uuid }) => uuid))
  const used = new Set<string>()
  const drafts: Draft[] = []
  for (const node of chain) {
    if (used.has(node.uuid)) continue
    for (const { uuid } of taken(node)) for (const said of index.said.get(uuid) ?? []) add(said)
  }
  return { drafts, used }

  /** Adds a line, or the answer that it is of with all its results, and returns the lines. */
  function taken(node: ClaudeNode): readonly ClaudeNode[] {
    used.add(node.uuid)
    if (node.answer === undefined) {
      add(node)
      return [node]
    }
    const lines = answerLines(node.answer)
    for (const { uuid } of lines) used.add(uuid)
    const [first = node] = lines
    if (!first.isSynthetic) drafts.push(answerDraft(first, lines))
    const results = resultLines(lines)
    for (const result of results) {
      used.add(result.uuid)
      add(result)
    }
    return [...lines, ...results]
  }

  function add(node: ClaudeNode): void {
    const made = draftsOfLine(node)
    const last = drafts.at(-1)
    if (node.isBefore && last?.by === 'person') drafts.splice(-1, 0, ...made)
    else for (const draft of made) drafts.push(draft)
  }

  /** The lines on the chain, and those that hang on one of them. */
  function answerLines(answer: string): readonly ClaudeNode[] {
    const all = index.answers.get(answer) ?? []
    const own = new Set(all.filter(({ uuid }) => onChain.has(uuid)).map(({ uuid }) => uuid))
    for (const { uuid, parent } of all) {
      if (parent !== undefined && (own.has(parent) || !nodes.has(parent))) own.add(uuid)
    }
    return all.filter(({ uuid }) => own.has(uuid))
  }

  function resultLines(lines: readonly ClaudeNode[]): readonly ClaudeNode[] {
    const own = new Set(lines.map(({ uuid }) => uuid))
    const found = new Set<ClaudeNode>()
    for (const call of lines.flatMap(({ parts }) => parts)) {
      if (call.type !== 'tool-call') continue
      const results = (index.results.get(call.toolCallId) ?? []).filter(
        ({ uuid, parent, source }) => !used.has(uuid) && (own.has(source ?? '') || own.has(parent ?? '')),
      )
      const passed = results.filter(({ uuid }) => onChain.has(uuid))
      for (const one of passed.length > 0 ? passed : results.slice(-1)) found.add(one)
    }
    return [...found].sort((one, other) => one.index - other.index)
  }
}

function answerDraft(first: ClaudeNode, lines: readonly ClaudeNode[]): Draft {
  const { answer, at, model } = first
  return {
    role: 'assistant',
    parts: lines.flatMap(({ parts }) => parts),
    by: 'model',
    lines: lines.map(({ line }) => line),
    id: answer,
    at,
    model,
    cut: lines.reduce((sum, { cut = 0 }) => sum + cut, 0) || undefined,
  }
}

function draftsOfLine(node: ClaudeNode): readonly Draft[] {
  const { role, parts, by, line, uuid, at, cut, elsewhere } = node
  if (role === undefined) return []
  const rest = { by, lines: [line], id: uuid, at, cut, elsewhere }
  if (isMessage(node)) return userDrafts(parts, rest)
  return [{ role, parts, ...rest }]
}
