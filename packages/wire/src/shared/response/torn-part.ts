/** A part that broke off, with its text as far as it came: the JSON of a call's arguments, or reasoning. */
export type TornPart =
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
