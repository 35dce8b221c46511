/** How much of a result is taken over, in characters. */
export interface ResultLimits {
  readonly characters: number
  readonly data: number
}
