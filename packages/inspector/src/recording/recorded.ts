import type { Redact } from './contents.ts'

/** What a recording has besides sizes. */
export interface Recorded {
  readonly withTexts: boolean
  /** Changes texts before they are written. */
  readonly redact: Redact | undefined
  /** Whether reasons for ranks are written. */
  readonly explain: boolean
}

/** Lists that a build adds to. */
export type Mutable<Lists> = {
  -readonly [Key in keyof Lists]?: NonNullable<Lists[Key]> extends readonly (infer One)[] ? One[] : never
}
