import type { Asked } from './search.ts'

/** A document that was found. */
export interface IndexHit {
  readonly id: string
  /** Above 0; higher is better. Comparable inside of one answer only. */
  readonly score: number
}

/** A hit that knows by what it was found, which is nobody's to see. A class, since there are many and each is made in no time. */
export class Hit implements IndexHit {
  readonly id: string
  readonly score: number
  readonly #asked: Asked

  constructor(id: string, score: number, asked: Asked) {
    this.id = id
    this.score = score
    this.#asked = asked
  }

  /** By what something was found; undefined where it is no hit. */
  static askedOf(value: unknown): Asked | undefined {
    return typeof value === 'object' && value !== null && #asked in value ? value.#asked : undefined
  }
}
