import type { ToolCallPart, ToolOutput, ToolResultPart } from '../contract/message.ts'

/** The text of a synthesized result. It is marked, so that it is not mistaken for the tool's own output. */
export const missingResultText = '[No result of this tool call was recorded.]'

const waitingText = '[This tool call waits for approval. It has not run yet.]'

/** Creates the marked result for a call without one. */
export function standIn(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'error-text', value: missingResultText })
}

/** Creates the marked result of a call that waits for approval while the conversation goes on: nothing has failed. */
export function waitingResult(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'text', value: waitingText })
}

/** Creates the marked result of a denied call. */
export function deniedResult(call: ToolCallPart, reason: string | undefined): ToolResultPart {
  return marked(call, reason === undefined ? { type: 'execution-denied' } : { type: 'execution-denied', reason })
}

function marked({ toolCallId, toolName }: ToolCallPart, output: ToolOutput): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output, providerOptions: { lamella: { synthetic: true } } }
}
