import { known } from '../../json.ts'
import type { TranscriptBranch } from '../contract/transcript.ts'
import type { Draft } from './draft.ts'
import { entriesOf } from './make-view.ts'

/** A chain of nodes that are in no view yet, from the first to the last, and what it hangs on. */
export interface LeftChain<Node> {
  readonly chain: readonly Node[]
  readonly from: string | undefined
}

/**
 * Splits nodes of a tree that are left into chains, in the order of the file: from the newest node on, each is the end of a
 * chain unless it was in one before.
 *
 * @param left Is emptied.
 * @param take Called with each chain; returns ids of other nodes that it used up.
 */
export function leftChains<Node>(
  left: Map<string, Node>,
  parentOf: (node: Node) => string | undefined,
  isEnd: (node: Node) => boolean,
  take: (chain: readonly Node[]) => Iterable<string> = () => [],
): readonly LeftChain<Node>[] {
  const found: LeftChain<Node>[] = []
  for (const [id, leaf] of [...left].reverse()) {
    if (!left.has(id) || !isEnd(leaf)) continue
    const chain: Node[] = []
    let at: string | undefined = id
    for (let node: Node | undefined = leaf; node && at !== undefined; node = left.get(at ?? '')) {
      left.delete(at)
      chain.push(node)
      at = parentOf(node)
    }
    chain.reverse()
    for (const one of take(chain)) left.delete(one)
    found.push({ chain, from: at })
  }
  return found.reverse()
}

/**
 * Returns the branches of chains; a chain without a message is none.
 *
 * @param lineOf Returns the line of the node that a chain hangs on.
 */
export function branchesOf<Node>(
  chains: readonly LeftChain<Node>[],
  draftsOf: (chain: readonly Node[]) => readonly Draft[],
  lineOf: (id: string) => number | undefined,
): readonly TranscriptBranch[] {
  return chains
    .map(({ chain, from }) => known({ from: lineOf(from ?? ''), entries: entriesOf(draftsOf(chain)) }))
    .filter(({ entries }) => entries.length > 0)
}
