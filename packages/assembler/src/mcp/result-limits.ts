/** The most characters of a result to import. */
export interface ResultLimits {
  readonly characters: number
  readonly data: number
}
