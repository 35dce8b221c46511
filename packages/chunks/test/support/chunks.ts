import type { MemoryChunk } from '@lamella/chunks'

/** Helpers that create chunks. */
export const user = (id: string, content: unknown): MemoryChunk => {
  return { id, type: 'AGENT', content, metadata: { role: 'user' } }
}
export const assistant = (id: string, content: unknown): MemoryChunk => {
  return { id, type: 'AGENT', content, metadata: { role: 'assistant' } }
}
export const thinking = (id: string, content: unknown): MemoryChunk => {
  return { id, type: 'WORKING_FLOW', subType: 'THINKING', content, metadata: {} }
}
export const call = (id: string, callId: string, content: unknown = '{}'): MemoryChunk => {
  return { id, type: 'WORKFLOW', subType: 'TOOL_CALL', content, metadata: { tool: 'look', callId } }
}
export const result = (id: string, callId: string, content: unknown = 'found'): MemoryChunk => {
  return { id, type: 'ENVIRONMENT', subType: 'TOOL_RESULT', content, metadata: { tool: 'look', callId } }
}
export const system = (id: string, content: unknown, priority?: number): MemoryChunk => {
  return { id, type: 'SYSTEM', content, metadata: priority === undefined ? {} : { priority } }
}
