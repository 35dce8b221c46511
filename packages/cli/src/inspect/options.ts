import type { RequestOptions } from '../options.ts'

/** The parsed options of `inspect`. */
export interface InspectOptions extends RequestOptions {
  readonly out?: string
  readonly open?: true
  readonly port: number
  readonly json?: true
}
