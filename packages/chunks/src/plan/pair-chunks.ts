import type { MemoryChunk } from '../contract/chunk.ts'
import { attachedTo, callKey } from './call-key.ts'

/** Related chunks, by index. */
export interface PairedChunks {
  /** The result of each answered call. */
  readonly results: ReadonlyMap<number, number>
  /** Chunks that follow another chunk's fate: results of sub-agents, thoughts, and chunks attached to a call. */
  readonly followers: readonly (readonly [follower: number, leader: number])[]
  /** Results without a call. */
  readonly orphans: readonly number[]
  /** Calls without a result that are no longer waiting for one. */
  readonly unanswered: readonly number[]
}

/**
 * Pairs calls with results by position: a result answers the nearest earlier unanswered call of its id, since ids are
 * reused. A thought belongs to the call that it led to. A call at the very end, followed only by other calls and then
 * results, may still be waiting. One pass forward, one back.
 */
export function pairChunks(chunks: readonly MemoryChunk[]): PairedChunks {
  const results = new Map<number, number>()
  const followers: (readonly [number, number])[] = []
  const orphans: number[] = []
  const open = new Map<string, number[]>()
  const last = new Map<string, number>()
  /** Chunks attached to a call that comes later. */
  const early = new Map<string, number[]>()
  let thoughts: number[] = []
  for (const [index, chunk] of chunks.entries()) {
    const { key, part } = callKey(chunk) ?? {}
    const attached = attachedTo(chunk)
    if (chunk.subType === 'THINKING') thoughts.push(index)
    else if (part !== 'call' && part !== 'spawn') thoughts = []
    if (attached !== undefined) {
      const call = last.get(attached)
      if (call === undefined) pushTo(early, attached, index)
      else followers.push([index, call])
    }
    if (key === undefined) continue
    if (part === 'call' || part === 'spawn') {
      for (const thought of thoughts) followers.push([thought, index])
      thoughts = []
      for (const one of early.get(key) ?? []) followers.push([one, index])
      early.delete(key)
      last.set(key, index)
      if (part === 'call') pushTo(open, key, index)
      continue
    }
    const call = part === 'report' ? last.get(key) : open.get(key)?.pop()
    if (part === 'report') {
      // An agent may report many times, or may have been spawned before the state begins.
      if (call !== undefined) followers.push([index, call])
    } else if (call === undefined) orphans.push(index)
    else results.set(call, index)
  }
  const waiting = lastRound(chunks)
  const unanswered = [...open.values()].flat().filter((call) => call < waiting && !runsElsewhere(chunks[call]))
  return { results, followers, orphans, unanswered: unanswered.sort((a, b) => a - b) }
}

/** Returns the first chunk of the last round: calls and thoughts, then only results and chunks attached to calls. */
function lastRound(chunks: readonly MemoryChunk[]): number {
  let index = chunks.length
  const before = (): MemoryChunk | undefined => chunks[index - 1]
  const answers = (chunk: MemoryChunk): boolean => chunk.type === 'ENVIRONMENT' || attachedTo(chunk) !== undefined
  const asks = (chunk: MemoryChunk): boolean => chunk.type === 'WORKFLOW' || chunk.subType === 'THINKING'
  for (let chunk = before(); chunk && answers(chunk); chunk = before()) index--
  for (let chunk = before(); chunk && (asks(chunk) || attachedTo(chunk) !== undefined); chunk = before()) index--
  return index
}

function runsElsewhere(chunk: MemoryChunk | undefined): boolean {
  return chunk?.subType === 'TOOL_CALL' && chunk.metadata.providerExecuted === true
}

function pushTo(lists: Map<string, number[]>, key: string, index: number): void {
  const list = lists.get(key)
  if (list) list.push(index)
  else lists.set(key, [index])
}
