import type { SearchRecord } from './search-record.ts'

/** A document that was found. */
export interface IndexHit {
  readonly id: string
  /** Above 0; higher is better. Comparable only within one result. */
  readonly score: number
}

/** A hit with a private record of its search. A class, since there are many hits and instances are cheap to create. */
export class Hit implements IndexHit {
  readonly id: string
  readonly score: number
  readonly #record: SearchRecord

  constructor(id: string, score: number, record: SearchRecord) {
    this.id = id
    this.score = score
    this.#record = record
  }

  /** Returns the search that found a hit, or `undefined` if the value is not a hit. */
  static recordOf(value: unknown): SearchRecord | undefined {
    return typeof value === 'object' && value !== null && #record in value ? value.#record : undefined
  }
}
