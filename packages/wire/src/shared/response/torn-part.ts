/**
 * A part that broke off, or a call that cannot be read, with its text as far as it came: the JSON of a call's arguments, or
 * reasoning. The id and the name of a call are missing if they have not arrived.
 */
export type TornPart =
  | { readonly type: 'tool-call'; readonly toolCallId?: string; readonly toolName?: string; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }

/** Returns the torn part of a call; '' is an id or a name that has not arrived. */
export function tornCall(toolCallId: string, toolName: string, text: string): TornPart {
  return { type: 'tool-call', ...(toolCallId !== '' && { toolCallId }), ...(toolName !== '' && { toolName }), text }
}
