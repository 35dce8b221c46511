import type { Numbers } from '../contract/recording-line.ts'

/** Writes numbers as ranges: `0-3,7`. */
export function rangesOf(numbers: readonly number[]): Numbers {
  let text = ''
  for (let from = 0; from < numbers.length; ) {
    let to = from
    while (to + 1 < numbers.length && numbers[to + 1] === (numbers[to] as number) + 1) to++
    text += `${text === '' ? '' : ','}${numbers[from]}`
    if (to > from) text += `-${numbers[to]}`
    from = to + 1
  }
  return text
}

/** The most numbers that a text may stand for: a line that was edited must not fill the memory. */
const most = 10_000_000

/** Reads ranges. What is no range is left out. */
export function numbersOf(ranges: Numbers): readonly number[] {
  const numbers: number[] = []
  for (const range of ranges.split(',')) {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range) ?? []
    if (first === undefined || Number(last) - Number(first) > most - numbers.length) continue
    for (let number = Number(first); number <= Number(last); number++) numbers.push(number)
  }
  return numbers
}
