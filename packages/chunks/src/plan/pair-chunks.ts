import type { MemoryChunk } from '../contract/chunk.ts'
import { attachedTo, callKey } from './call-key.ts'

/** What belongs together, by index of the chunks. */
export interface PairedChunks {
  /** Of each answered call its result. */
  readonly results: ReadonlyMap<number, number>
  /** Of each thing that goes where another goes, that other: results of sub-agents, thoughts, what is attached to a call. */
  readonly followers: readonly (readonly [follower: number, leader: number])[]
  /** Results without a call. */
  readonly orphans: readonly number[]
  /** Calls without a result that do not wait for one any more. */
  readonly unanswered: readonly number[]
}

/**
 * Pairs calls with results by position: a result answers the nearest unanswered call of its id before it, since ids are
 * used again. A thought belongs to the call that it led to. A call at the very end, behind which nothing stands but other
 * calls, then results, may wait. One pass forward, one back.
 */
export function pairChunks(chunks: readonly MemoryChunk[]): PairedChunks {
  const results = new Map<number, number>()
  const followers: (readonly [number, number])[] = []
  const orphans: number[] = []
  const open = new Map<string, number[]>()
  const last = new Map<string, number>()
  /** Attached to a call that has not come yet. */
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
      // An agent may report many times, or have been sent out before what is left of the state.
      if (call !== undefined) followers.push([index, call])
    } else if (call === undefined) orphans.push(index)
    else results.set(call, index)
  }
  const waiting = lastRound(chunks)
  const unanswered = [...open.values()].flat().filter((call) => call < waiting && !runsElsewhere(chunks[call]))
  return { results, followers, orphans, unanswered: unanswered.sort((a, b) => a - b) }
}

/** The first chunk of the last round: calls and thoughts, then nothing but results and what is attached to calls. */
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
