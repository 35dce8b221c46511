/** Scales a vector to length 1; a zero vector stays unchanged. */
export function unitVector(numbers: ArrayLike<number>): Float32Array {
  const vector = Float32Array.from(numbers)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  return length === 0 ? vector : vector.map((number) => number / length)
}

/** Returns a vector in its stored form: 32-bit floats, low byte first. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Returns a stored vector. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  // Floats must be aligned to four bytes, which a slice of a larger buffer may not be.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}

/** Returns the dot product: the cosine of two vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
