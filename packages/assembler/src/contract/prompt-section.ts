/** A part of the system prompt. */
export interface PromptSection {
  /** Unique among the sections. */
  readonly name: string
  readonly content: string
  /** Higher appears first. Of equal ones the earlier in the list. */
  readonly priority: number
}
