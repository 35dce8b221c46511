import { known } from '../../json.ts'
import type { TranscriptBranch, TranscriptSubagent } from '../contract/transcript.ts'
import { unheard } from '../shared/collect.ts'
import { branchesOf, leftChains } from '../shared/left-chains.ts'
import { entriesOf } from '../shared/make-view.ts'
import type { ClaudeNode } from './node.ts'
import { type ChainDrafts, draftsOf, indexAnswers } from './to-drafts.ts'
import { type ClaudeNodes, chainOf, isMessage, linksOf, newestLeaf, parentOf } from './tree.ts'

/** Returns the branches that were left: what of the main conversation is in none of the used lines. */
export function branchesBeside(main: ClaudeNodes, used: ReadonlySet<string>): readonly TranscriptBranch[] {
  const left = new Map([...main].filter(([uuid]) => !used.has(uuid)))
  const index = indexAnswers(left.values())
  const drafts = new Map<readonly ClaudeNode[], ChainDrafts>()
  const take = (chain: readonly ClaudeNode[]): Iterable<string> => {
    const made = draftsOf(chain, main, index)
    drafts.set(chain, made)
    return made.used
  }
  return branchesOf(
    leftChains(left, (node) => parentOf(main, undefined, node), isMessage, take),
    (chain) => drafts.get(chain)?.drafts ?? [],
    (id) => main.get(id)?.line,
  )
}

/** Returns the conversations of sub-agents whose lines are in the file. */
export function subagentsOf(side: ClaudeNodes, calls: ReadonlyMap<string, string>): readonly TranscriptSubagent[] {
  const groups = new Map<string, Map<string, ClaudeNode>>()
  const roots = new Map<string, string>()
  for (const node of side.values()) {
    const key = node.agent ?? rootOf(side, node, roots)
    const group = groups.get(key) ?? new Map<string, ClaudeNode>()
    groups.set(key, group.set(node.uuid, node))
  }
  return [...groups.values()].flatMap((group) => conversationsIn(group, calls))
}

function conversationsIn(group: ClaudeNodes, calls: ReadonlyMap<string, string>): readonly TranscriptSubagent[] {
  const [first] = group.values()
  const id = first?.agent
  const callId = id === undefined ? undefined : calls.get(id)
  const isOf = (): boolean => true
  const links = linksOf(group, [...group.values()])
  const index = indexAnswers(group.values())
  const leaf = newestLeaf(group, links, isOf)
  const path = draftsOf(chainOf(group, undefined, leaf, isOf, unheard), group, index)
  const window = draftsOf(chainOf(group, links, leaf, isOf, unheard), group, index)
  const entries = { window: entriesOf(window.drafts), path: entriesOf(path.drafts) }
  const own: TranscriptSubagent = known({ id, callId, ...entries })
  const others = branchesBeside(group, new Set([...path.used, ...window.used]))
  const left = others.map(({ entries }): TranscriptSubagent => known({ id, callId, window: [], path: entries }))
  return own.path.length > 0 ? [own, ...left] : left
}

function rootOf(side: ClaudeNodes, node: ClaudeNode, roots: Map<string, string>): string {
  const seen: string[] = []
  let at = node
  while (!roots.has(at.uuid) && !seen.includes(at.uuid)) {
    seen.push(at.uuid)
    const parent = at.parent === undefined ? undefined : side.get(at.parent)
    if (!parent) break
    at = parent
  }
  const root = roots.get(at.uuid) ?? at.uuid
  for (const uuid of seen) roots.set(uuid, root)
  return root
}
