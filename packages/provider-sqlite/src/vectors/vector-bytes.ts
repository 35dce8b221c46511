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
