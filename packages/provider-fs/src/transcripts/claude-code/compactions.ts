import { known } from '../../json.ts'
import type { TranscriptCompaction } from '../contract/transcript.ts'
import { unheard } from '../shared/collect.ts'
import { entriesOf } from '../shared/make-view.ts'
import type { ClaudeNode } from './node.ts'
import { type AnswerIndex, draftsOf } from './to-drafts.ts'
import { addLinks, type Chain, type ClaudeNodes, chainOf, keptOf, type Links } from './tree.ts'

/** Returns the compactions on a path, each with what the window held before and no longer holds. */
export function compactionsOf(
  path: Chain,
  nodes: ClaudeNodes,
  boundaries: readonly ClaudeNode[],
  answers: AnswerIndex,
): readonly TranscriptCompaction[] {
  const links = new Map<string, string>()
  const linksBefore = new Map<ClaudeNode, Links>()
  for (const node of boundaries) {
    linksBefore.set(node, new Map(links))
    addLinks(nodes, links, node)
  }
  const isOf = ({ isSide }: ClaudeNode): boolean => !isSide
  return path.flatMap((node, at): readonly TranscriptCompaction[] => {
    const { boundary, line, at: time } = node
    if (!boundary) return []
    const own = linksBefore.get(node) ?? links
    const before = chainOf(nodes, own, path[at - 1], isOf, unheard)
    const kept = new Set(keptOf(nodes, own, boundary))
    const held = draftsOf(before, nodes, answers).drafts
    const isKept = ({ lines }: { readonly lines: readonly number[] }): boolean =>
      [...kept].some((uuid) => lines.includes(nodes.get(uuid)?.line ?? -1))
    const summary = path.slice(at + 1).find(({ by }) => by === 'summary')
    const [first] = summary?.parts ?? []
    const entries = entriesOf(held)
    return [
      known({
        line,
        at: time,
        trigger: boundary.trigger,
        before: boundary.tokensBefore,
        after: boundary.tokensAfter,
        kept: entries.filter(isKept).length,
        lost: entries.filter((entry) => !isKept(entry)),
        summary: first?.type === 'text' ? first.text : undefined,
        exact: false,
      }),
    ]
  })
}
