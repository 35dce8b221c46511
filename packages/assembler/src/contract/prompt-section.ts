/** A part of the system prompt. */
export interface PromptSection {
  /**
   * Unique among the sections, and none of those that an assembler has itself: 1 to 64 letters, digits, spaces or `. _ : / -`, a
   * letter or digit first.
   */
  readonly name: string
  /** Nothing is shown of a blank one. */
  readonly content: string
  /** Any finite number; higher appears first. Of equal ones the earlier in the list. */
  readonly priority: number
}
