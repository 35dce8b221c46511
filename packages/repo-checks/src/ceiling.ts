/** The most that an entry may hold. Bytes are minified, gzipped, without the packages it imports. */
export interface Ceiling {
  readonly bytes: number
  /** The maximum number of names that exist at run time. Types are not counted. Without it, any number. */
  readonly values?: number
  /** What the bytes are spent on, and whom the limit protects. */
  readonly because: string
}
