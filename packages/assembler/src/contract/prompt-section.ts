/** A part of the system prompt. */
export interface PromptSection {
  /**
   * A unique name that is not reserved by the assembler: 1 to 64 letters, digits, spaces or `. _ : / -`, a letter or
   * digit first.
   */
  readonly name: string
  /** The text; a blank one is not shown. */
  readonly content: string
  /**
   * The position, ascending, among `sectionOrders` and the orders of layers. Sections with equal orders keep their
   * order in the list.
   */
  readonly order: number
  /** What survives: when tokens run out, lower priorities are dropped first. Default: the section is never dropped. */
  readonly priority?: number
}
