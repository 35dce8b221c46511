import type { AssistantPart, ToolApprovalRequest, ToolApprovalResponse, ToolPart, ToolResultPart } from '@lamella/core'
import type { ContentPart, MemoryChunk } from '../contract/chunk.ts'

/** A chunk without its id and its position. */
export type ChunkBody = MemoryChunk extends infer Chunk
  ? Chunk extends MemoryChunk
    ? Omit<Chunk, 'id'>
    : never
  : never

/**
 * Turns the parts of a message into chunks. Consecutive texts and files form one chunk.
 *
 * @param callByApproval Calls by approval id; calls of these parts are added.
 */
export function partChunks(
  parts: readonly (AssistantPart | ToolPart)[],
  callByApproval: Map<string, string>,
): readonly ChunkBody[] {
  const bodies: ChunkBody[] = []
  let content: ContentPart[] = []
  const flush = (): void => {
    if (content.length > 0) bodies.push({ type: 'AGENT', content: content, metadata: { role: 'assistant' } })
    content = []
  }
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'file') {
      content.push(part)
      continue
    }
    flush()
    bodies.push(bodyOf(part, callByApproval))
  }
  flush()
  return bodies
}

function bodyOf(part: Exclude<AssistantPart | ToolPart, ContentPart>, callByApproval: Map<string, string>): ChunkBody {
  switch (part.type) {
    case 'reasoning':
      return { type: 'WORKING_FLOW', subType: 'THINKING', content: part.text, metadata: optionsOf(part) }
    case 'tool-call': {
      const { toolCallId: callId, toolName: tool, input: content, providerExecuted } = part
      const ran = providerExecuted === undefined ? {} : { providerExecuted }
      return { type: 'WORKFLOW', subType: 'TOOL_CALL', content, metadata: { tool, callId, ...ran, ...optionsOf(part) } }
    }
    case 'tool-result':
      return resultBody(part)
    case 'tool-approval-request':
    case 'tool-approval-response':
      return approvalBody(part, callByApproval)
    default:
      part satisfies never
      return part
  }
}

function resultBody(part: ToolResultPart): ChunkBody {
  const { toolCallId: callId, toolName: tool, output } = part
  const { type } = output
  const success = !type.startsWith('error') && type !== 'execution-denied'
  const content: unknown = output.type === 'execution-denied' ? (output.reason ?? null) : output.value
  const usual = naturalOutput(content, success)
  const known = type === usual && output.providerOptions === undefined
  const more = known ? {} : { output: { type, ...optionsOf(output) } }
  const metadata = { tool, callId, success, ...more, ...optionsOf(part) }
  return { type: 'ENVIRONMENT', subType: 'TOOL_RESULT', content, metadata }
}

/** Returns the default output type for content. */
export function naturalOutput(content: unknown, success: boolean): 'text' | 'json' | 'error-text' | 'error-json' {
  const type = typeof content === 'string' ? 'text' : 'json'
  return success ? type : `error-${type}`
}

/**
 * Approvals are exchanged between the application and a user. They become separate chunks so that they can be restored.
 */
function approvalBody(
  part: ToolApprovalRequest | ToolApprovalResponse,
  callByApproval: Map<string, string>,
): ChunkBody {
  const isRequest = part.type === 'tool-approval-request'
  if (isRequest) callByApproval.set(part.approvalId, part.toolCallId)
  const callId = isRequest ? part.toolCallId : callByApproval.get(part.approvalId)
  const tag = isRequest ? 'tool_approval_request' : 'tool_approval_response'
  const role = isRequest ? 'assistant' : 'user'
  return { type: 'CUSTOM', content: part, metadata: { tag, role, ...(callId === undefined ? {} : { callId }) } }
}

function optionsOf<Options>({ providerOptions }: { readonly providerOptions?: Options }): {
  providerOptions?: Options
} {
  return providerOptions === undefined ? {} : { providerOptions }
}
