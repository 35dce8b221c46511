/** Scales a vector to length 1; a zero vector stays unchanged. */
export function unitVector(numbers: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(numbers)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  return length === 0 ? vector : vector.map((number) => number / length)
}

/** Returns the dot product: the cosine of two vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
