import type { Collector } from '../shared/collect.ts'
import type { ClaudeNode } from './node.ts'

/** The lines of a conversation by id, in the order of the file. */
export type ClaudeNodes = ReadonlyMap<string, ClaudeNode>

/** The parents of lines, where they are others than in the file. */
export type Links = ReadonlyMap<string, string>

/** Lines from the first to the last. */
export type Chain = readonly ClaudeNode[]

/** Returns the parent of a line; lines that tell of progress are passed over. */
export function parentOf(
  nodes: ClaudeNodes,
  links: Links | undefined,
  { uuid, parent }: ClaudeNode,
): string | undefined {
  let above = links?.get(uuid) ?? parent
  for (let steps = 0; steps <= nodes.size; steps++) {
    const node = above === undefined ? undefined : nodes.get(above)
    if (node?.type !== 'progress') return above
    above = node.parent
  }
  return undefined
}

/** Returns the links that all compactions make. */
export function linksOf(nodes: ClaudeNodes, boundaries: readonly ClaudeNode[]): Links {
  const links = new Map<string, string>()
  for (const node of boundaries) addLinks(nodes, links, node)
  return links
}

/**
 * Adds the links that a compaction makes: what it keeps follows its anchor, and what followed the anchor follows the last
 * kept line.
 */
export function addLinks(nodes: ClaudeNodes, links: Map<string, string>, { boundary }: ClaudeNode): void {
  const { anchor } = boundary ?? {}
  const kept = keptOf(nodes, links, boundary)
  const last = kept.at(-1)
  if (anchor === undefined || last === undefined || !nodes.has(anchor)) return
  const following = [...nodes.values()].filter((node) => parentOf(nodes, links, node) === anchor)
  for (const { uuid } of following) if (!kept.includes(uuid)) links.set(uuid, last)
  for (const [index, uuid] of kept.entries()) links.set(uuid, kept[index - 1] ?? anchor)
}

/** Returns the lines that a compaction keeps; none if one of them is not there. */
export function keptOf(nodes: ClaudeNodes, links: Links, boundary: ClaudeNode['boundary']): readonly string[] {
  const { kept = [], segment } = boundary ?? {}
  if (kept.length > 0) return kept.every((uuid) => nodes.has(uuid)) ? kept : []
  if (!segment) return []
  const found: string[] = []
  for (let at: string | undefined = segment.tail; at !== undefined && !found.includes(at); ) {
    const node = nodes.get(at)
    if (!node) return []
    found.unshift(at)
    if (at === segment.head) return found
    at = parentOf(nodes, links, node)
  }
  return []
}

/** Returns the newest line of the main conversation that no other follows, or the message above it. */
export function newestLeaf(
  nodes: ClaudeNodes,
  links: Links,
  isOf: (node: ClaudeNode) => boolean,
): ClaudeNode | undefined {
  const followed = new Set<string>()
  const own = [...nodes.values()].filter((node) => isOf(node) && node.type !== 'progress')
  for (const node of own) {
    const parent = parentOf(nodes, links, node)
    if (parent !== undefined && parent !== node.uuid) followed.add(parent)
  }
  const leaves = own.filter(({ uuid }) => !followed.has(uuid))
  // In a cycle every line is followed by another.
  for (const leaf of (leaves.length > 0 ? leaves : own).toReversed()) {
    const found = messageAt(nodes, links, leaf)
    if (found && isOf(found)) return found
  }
  return undefined
}

/** Whether a line is a message of a person or the model. */
export function isMessage({ type }: ClaudeNode): boolean {
  return type === 'user' || type === 'assistant'
}

function messageAt(nodes: ClaudeNodes, links: Links, from: ClaudeNode): ClaudeNode | undefined {
  const seen = new Set<string>()
  for (let node: ClaudeNode | undefined = from; node && !seen.has(node.uuid); ) {
    if (isMessage(node)) return node
    seen.add(node.uuid)
    const parent = parentOf(nodes, links, node)
    node = parent === undefined ? undefined : nodes.get(parent)
  }
  return undefined
}

/**
 * Follows the parents of a line up to the first one.
 *
 * @param links Those of compactions. Without them, the chain goes on before compactions, and where parents are missing.
 * @param isOf Whether a line belongs to the conversation; others are passed over.
 */
export function chainOf(
  nodes: ClaudeNodes,
  links: Links | undefined,
  leaf: ClaudeNode | undefined,
  isOf: (node: ClaudeNode) => boolean,
  collector: Pick<Collector, 'note'>,
): Chain {
  const ordered = links ? [] : [...nodes.values()]
  const seen = new Set<string>()
  const chain: ClaudeNode[] = []
  let node = leaf
  while (node) {
    if (seen.has(node.uuid)) {
      collector.note('cycle', 'Lines name each other as parents; the conversation is read up to there.', node.line)
      break
    }
    seen.add(node.uuid)
    if (isOf(node)) chain.push(node)
    node = above(node)
  }
  return chain.reverse()

  function above(from: ClaudeNode): ClaudeNode | undefined {
    if (links && from.boundary) return undefined
    const parent = from.boundary ? from.boundary.before : parentOf(nodes, links, from)
    const found = parent === undefined ? undefined : nodes.get(parent)
    if (found || (parent === undefined && !from.boundary)) return found
    if (parent !== undefined) collector.note('gap', gapText, from.line)
    if (links) return undefined
    return ordered
      .slice(0, from.index)
      .findLast((one) => one.index < from.index && isOf(one) && isMessage(one) && !seen.has(one.uuid))
  }
}

const gapText = 'The line names a parent that is not in the file; the conversation goes on with the line before.'
