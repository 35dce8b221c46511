import { DocumentBags } from './document-bags.ts'
import { ExactSum } from './exact-sum.ts'
import { PostingLists } from './posting-lists.ts'
import type { Bag } from './types.ts'
import { ValueTable } from './value-table.ts'

/** The documents, by number and by term. */
export class Store {
  readonly lists: PostingLists = new PostingLists()
  readonly bags: DocumentBags = new DocumentBags()
  readonly frequencies: ValueTable = new ValueTable()
  readonly lengths: ValueTable = new ValueTable()
  readonly #total = new ExactSum()
  #count = 0

  get count(): number {
    return this.#count
  }

  get averageLength(): number {
    return this.#count === 0 ? 0 : this.#total.value / this.#count
  }

  put(document: number, bag: Bag): void {
    this.remove(document)
    const { lists, bags, frequencies } = this
    const start = bags.put(document, bag.terms.length, this.lengths.codeOf(bag.length))
    for (let i = 0; i < bag.terms.length; i++) {
      const term = bag.terms[i] as number
      const frequency = bag.frequencies[i] as number
      const code = frequencies.codeOf(frequency)
      bags.entries.makeRoomFor(term, code)
      bags.entries.set(start + i, term, code)
      lists.add(term, document, code, frequency, bag.length)
    }
    bags.entries.sort(start, start + bag.terms.length)
    this.#total.add(bag.length)
    this.#count++
  }

  remove(document: number): boolean {
    const { lists, bags, lengths } = this
    if (!bags.has(document)) return false
    const end = bags.end(document)
    for (let at = bags.start(document); at < end; at++) {
      lists.remove(bags.entries.numbers[at] as number, document)
    }
    this.#total.add(-(lengths.values[bags.lengthCodes[document] as number] as number))
    bags.remove(document)
    this.#count--
    return true
  }

  bag(document: number): Bag {
    const { bags, frequencies, lengths } = this
    const [start, end] = [bags.start(document), bags.end(document)]
    return {
      terms: new Int32Array(bags.entries.numbers.subarray(start, end)),
      frequencies: Float64Array.from(
        bags.entries.codes.subarray(start, end),
        (code) => frequencies.values[code] as number,
      ),
      length: lengths.values[bags.lengthCodes[document] as number] as number,
    }
  }
}
