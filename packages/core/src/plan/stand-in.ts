import type { ToolCallPart, ToolOutput, ToolResultPart } from '../contract/message.ts'

/** What a synthesized result says. It is marked, so that nobody takes it for the tool's own words. */
export const missingResultText = '[No result of this tool call was recorded.]'

/** The marked result of a call that has none of its own. */
export function standIn(call: ToolCallPart): ToolResultPart {
  return marked(call, { type: 'error-text', value: missingResultText })
}

/** The marked result of a call that a person denied. */
export function deniedResult(call: ToolCallPart, reason: string | undefined): ToolResultPart {
  return marked(call, reason === undefined ? { type: 'execution-denied' } : { type: 'execution-denied', reason })
}

function marked({ toolCallId, toolName }: ToolCallPart, output: ToolOutput): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output, providerOptions: { lamella: { synthetic: true } } }
}
