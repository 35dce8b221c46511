import type { MemoryChunk } from '../contract/chunk.ts'

/** Returns what a chunk calls or answers. Tools, skills and sub-agents have separate ids. */
export interface CallKey {
  readonly key: string
  readonly part: 'call' | 'result' | 'spawn' | 'report'
}

/** `undefined` if the chunk is neither a call nor an answer. */
export function callKey(chunk: MemoryChunk): CallKey | undefined {
  switch (chunk.subType) {
    case 'TOOL_CALL':
      return { key: `tool ${chunk.metadata.callId}`, part: 'call' }
    case 'SKILL_CALL':
      return { key: `skill ${chunk.metadata.callId}`, part: 'call' }
    case 'TOOL_RESULT':
      return { key: `tool ${chunk.metadata.callId}`, part: 'result' }
    case 'SKILL_RESULT':
      return { key: `skill ${chunk.metadata.callId}`, part: 'result' }
    case 'SPAWN_SUBAGENT':
      return { key: `agent ${chunk.metadata.subagentId}`, part: 'spawn' }
    case 'SUBAGENT_RESULT':
      return { key: `agent ${chunk.metadata.subagentId}`, part: 'report' }
    case 'MESSAGE_TO_SUBAGENT':
    case 'PARENT_MESSAGE':
    case 'COMPACTED':
    case 'TODO_UPDATE':
    case 'THINKING':
    case 'USER':
    case 'COMPLETED':
    case 'ABANDONED':
    case 'TERMINATED':
    case undefined:
      return undefined
    default:
      chunk satisfies never
      return undefined
  }
}

/** Returns the tool call that a custom chunk belongs to. */
export function attachedTo(chunk: MemoryChunk): string | undefined {
  return chunk.type === 'CUSTOM' && chunk.metadata.callId !== undefined ? `tool ${chunk.metadata.callId}` : undefined
}
