import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the bytes that the result of a function uses, on the heap and in array buffers. */
export function memoryOf(create: () => unknown): number {
  const before = used()
  const made = create()
  const after = used()
  // Keeps it alive until it is measured.
  if (made === undefined) throw new Error('Nothing was created.')
  return after - before
}

function used(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let i = 0; i < 4; i++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** `12 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
