/** A piece of a response, as soon as it arrives. `part` numbers the parts of the response in the order of their start. */
export type StreamDelta =
  | { readonly type: 'text' | 'reasoning'; readonly part: number; readonly text: string }
  /** A piece of a call's arguments, as JSON text; the first one of a call may be empty. */
  | {
      readonly type: 'tool-input'
      readonly part: number
      readonly toolCallId: string
      readonly toolName: string
      readonly text: string
    }
