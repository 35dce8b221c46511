import { type Codes, roomFor } from './codes.ts'

/** Pairs of a number and a code, in two growing arrays: much smaller than one object per pair or one array per list. */
export class Entries {
  /** Read it again after any call that may allocate. */
  numbers: Codes
  codes: Codes = new Uint8Array(0)
  #largestNumber = 0
  #largestCode = 0

  /** Accepts the initial numbers, usually none. The array is widened if a number needs it. */
  constructor(numbers: Codes) {
    this.numbers = numbers
  }

  /** Makes room for the given number of pairs. */
  makeRoom(length: number): void {
    if (length <= this.numbers.length) return
    this.numbers = roomFor(this.numbers, length, this.#largestNumber)
    this.codes = roomFor(this.codes, this.numbers.length, this.#largestCode)
  }

  /** Makes the arrays wide enough for a number and a code. */
  makeRoomFor(number: number, code: number): void {
    if (number > this.#largestNumber) {
      this.#largestNumber = number
      this.numbers = roomFor(this.numbers, this.numbers.length, number)
    }
    if (code > this.#largestCode) {
      this.#largestCode = code
      this.codes = roomFor(this.codes, this.codes.length, code)
    }
  }

  set(at: number, number: number, code: number): void {
    this.numbers[at] = number
    this.codes[at] = code
  }

  /** Copies pairs to another position; the ranges may overlap. */
  move(from: number, to: number, length: number): void {
    // For a few pairs, copying is cheaper than the call.
    if (length <= 8 && to < from) {
      for (let i = 0; i < length; i++)
        this.set(to + i, this.numbers[from + i] as number, this.codes[from + i] as number)
      return
    }
    if (length <= 8) {
      for (let i = length - 1; i >= 0; i--)
        this.set(to + i, this.numbers[from + i] as number, this.codes[from + i] as number)
      return
    }
    this.numbers.copyWithin(to, from, from + length)
    this.codes.copyWithin(to, from, from + length)
  }

  /** Returns the index of a number in an ascending range, or -1. */
  find(number: number, from: number, to: number): number {
    const { numbers } = this
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((numbers[middle] as number) < number) low = middle + 1
      else high = middle
    }
    return low < to && numbers[low] === number ? low : -1
  }

  sort(from: number, to: number): void {
    if (to - from > 32) this.#sortMany(from, to)
    else this.#sortFew(from, to)
  }

  #sortFew(from: number, to: number): void {
    const { numbers, codes } = this
    for (let i = from + 1; i < to; i++) {
      const number = numbers[i] as number
      const code = codes[i] as number
      let at = i
      for (; at > from && (numbers[at - 1] as number) > number; at--) {
        numbers[at] = numbers[at - 1] as number
        codes[at] = codes[at - 1] as number
      }
      numbers[at] = number
      codes[at] = code
    }
  }

  #sortMany(from: number, to: number): void {
    const numbers = this.numbers.slice(from, to)
    const codes = this.codes.slice(from, to)
    const order = Uint32Array.from(numbers, (_, i) => i)
    order.sort((a, b) => (numbers[a] as number) - (numbers[b] as number))
    for (let i = 0; i < order.length; i++) {
      const at = order[i] as number
      this.set(from + i, numbers[at] as number, codes[at] as number)
    }
  }
}
