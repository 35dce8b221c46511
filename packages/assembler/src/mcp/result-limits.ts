/** The maximum number of characters in a result to import. */
export interface ResultLimits {
  readonly characters: number
  readonly data: number
}
