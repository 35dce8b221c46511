import type { MemoryChunk } from '@lamella/chunks'

/** A test oracle: finds related chunks the slow way, by looking back from each answer. */
export interface Pairs {
  /** Ids of a call and its result, of a sub-agent and one of its results, or of a thought and the call it led to. */
  readonly pairs: readonly (readonly string[])[]
  /** Calls that need a stand-in. */
  readonly unanswered: readonly string[]
}

type Meta = Readonly<Record<string, unknown>>

export function pairsOf(chunks: readonly MemoryChunk[]): Pairs {
  const pairs: (readonly string[])[] = []
  const answered = new Set<number>()
  const meta = (index: number): Meta => (chunks[index]?.metadata ?? {}) as Meta
  const back = (from: number, test: (index: number) => boolean): number => {
    for (let index = from - 1; index >= 0; index--) if (test(index)) return index
    return -1
  }
  for (const [index, { id, subType, type }] of chunks.entries()) {
    if (type === 'ENVIRONMENT') {
      const wanted = subType === 'TOOL_RESULT' ? 'TOOL_CALL' : 'SKILL_CALL'
      const call = back(index, (at) => {
        return chunks[at]?.subType === wanted && !answered.has(at) && meta(at)['callId'] === meta(index)['callId']
      })
      if (call < 0) continue
      answered.add(call)
      pairs.push([chunks[call]?.id ?? '', id])
    }
    if (subType === 'SUBAGENT_RESULT') {
      const spawn = back(index, (at) => {
        return chunks[at]?.subType === 'SPAWN_SUBAGENT' && meta(at)['subagentId'] === meta(index)['subagentId']
      })
      if (spawn >= 0) pairs.push([chunks[spawn]?.id ?? '', id])
    }
  }
  const unanswered = chunks.flatMap(({ id, type }, index) => {
    const needs = type === 'WORKFLOW' && !answered.has(index) && meta(index)['providerExecuted'] !== true
    return needs && !waits(chunks, index) ? [id] : []
  })
  return { pairs, unanswered }
}

/** Returns whether only calls and thoughts, then results, follow the call. */
function waits(chunks: readonly MemoryChunk[], call: number): boolean {
  const letters = chunks.slice(call + 1).map(({ type, subType, metadata }) => {
    if (type === 'CUSTOM' && metadata.callId !== undefined) return 'x'
    return type === 'WORKFLOW' || subType === 'THINKING' ? 'c' : type === 'ENVIRONMENT' ? 'r' : '!'
  })
  return /^[cx]*[rx]*$/.test(letters.join(''))
}
