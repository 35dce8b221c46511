/** Digits in groups, as people write long numbers: with one space, hyphen or full stop between two groups. No part of an id. */
const grouped = /(?<![\p{Script=Latin}\p{N}_])\d+(?:[ .\u00a0\u2009\u202f-]\d+)*(?![\p{Script=Latin}\p{N}_])/gu

/** The digits of a card. */
const [fewest, most] = [13, 19]

/** A part of a text, and where it is. */
interface Part {
  readonly value: string
  readonly start: number
}

/** Returns the parts of a text that may be numbers of payment cards: digits in one group, or in groups as on cards. */
export function cardNumbersIn(text: string): readonly Part[] {
  const found: Part[] = []
  for (const { 0: run, index } of text.matchAll(grouped)) {
    if (run.length < fewest) continue
    const groups = [...run.matchAll(/\d+/g)].map((group) => ({ length: group[0].length, start: group.index }))
    for (let first = 0; first < groups.length; first++) {
      const last = lastOfCard(run, groups, first)
      if (last === undefined) continue
      const [start, end] = [groups[first]?.start ?? 0, (groups[last]?.start ?? 0) + (groups[last]?.length ?? 0)]
      found.push({ value: run.slice(start, end), start: index + start })
      first = last
    }
  }
  return found
}

type Group = { readonly length: number; readonly start: number }

/** Returns the last group of the longest number that begins with a group. */
function lastOfCard(run: string, groups: readonly Group[], first: number): number | undefined {
  let found: number | undefined
  let digits = ''
  for (let last = first; last < groups.length && digits.length < most; last++) {
    const { start, length } = groups[last] as Group
    digits += run.slice(start, start + length)
    const lengths = groups.slice(first, last + 1).map((group) => group.length)
    if (isPrinted(lengths) && isCard(digits)) found = last
  }
  return found
}

/** Whether groups have the lengths of those on cards: one, fours with the rest, or as American Express, Diners Club and UnionPay. */
function isPrinted(lengths: readonly number[]): boolean {
  const all = lengths.join('-')
  return lengths.length === 1 || ['4-6-5', '4-6-4', '6-13'].includes(all) || /^(?:4-){3,4}[1-4]$/.test(all)
}

/** Whether digits can be those of a card: 13 to 19 that begin with 3 to 6, with the check digit of ISO/IEC 7812-1. */
function isCard(digits: string): boolean {
  if (digits.length < fewest || digits.length > most || !/^[3-6]/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
