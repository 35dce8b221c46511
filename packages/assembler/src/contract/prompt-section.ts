/** A part of the system prompt. */
export interface PromptSection {
  /**
   * Unique among the sections, and none of those that an assembler has itself: 1 to 64 letters, digits, spaces or `. _ : / -`, a
   * letter or digit first.
   */
  readonly name: string
  /** Nothing is shown of a blank one. */
  readonly content: string
  /** Where it stands, ascending, among `sectionOrders` and the orders of layers. Of equal ones the earlier in the list stands first. */
  readonly order: number
  /** What survives: where tokens run out, lower ones are dropped first. Default: it is never dropped. */
  readonly priority?: number
}
