/** Numbers the parts of a response in the order of their first pieces. */
export function partNumbers(): (part: unknown) => number {
  const numbers = new Map<unknown, number>()
  return (part) => {
    const known = numbers.get(part) ?? numbers.size
    numbers.set(part, known)
    return known
  }
}
