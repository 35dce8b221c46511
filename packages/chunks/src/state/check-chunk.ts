import type { LamellaError } from '@lamella/core'
import { type Check, didYouMean, isObject, mustBeBoolean, mustBeObject, mustBeText } from '@lamella/core/plugin'
import { ChunkType } from '../chunk-type.ts'
import type { MemoryChunk } from '../contract/chunk.ts'
import { chunkError } from '../errors.ts'
import { kindOf, mustBeFinite, subTypesOf } from '../render/kinds.ts'
import { customProblem } from './check-custom.ts'

type Fields = Readonly<Record<string, unknown>>

const types: readonly string[] = Object.values(ChunkType)

/** Checks for the metadata of all chunks. */
const common: Readonly<Record<string, Check>> = {
  priority: mustBeFinite,
  pinned: mustBeBoolean,
  custom: mustBeObject,
  providerOptions: mustBeObject,
  source: (value) =>
    isObject(value) && typeof value['message'] === 'string' && Number.isSafeInteger(value['part'])
      ? undefined
      : 'must be a value written by fromMessages',
}

/**
 * Returns a value as a chunk after checking it. Unknown fields are ignored.
 *
 * @throws LamellaError `CHUNK_INVALID`
 */
export function checkChunk(value: unknown, index: number): MemoryChunk {
  if (!isObject(value)) throw invalidChunk(`number ${index}`, 'is not an object')
  const { id } = value
  if (typeof id !== 'string' || id === '') throw invalidChunk(`number ${index}`, 'has no id')
  const problem = chunkProblem(value)
  if (problem !== undefined) throw invalidChunk(id, problem)
  return value as unknown as MemoryChunk
}

export function invalidChunk(chunk: string, problem: string, cause?: unknown): LamellaError<'CHUNK_INVALID'> {
  return chunkError(
    'CHUNK_INVALID',
    `Chunk '${chunk}' ${problem}.`.replace(/([.?])\.$/, '$1'),
    'Correct the chunk; the type MemoryChunk lists the fields of each kind.',
    { chunk, problem },
    cause,
  )
}

function chunkProblem({ type, subType, metadata }: Fields): string | undefined {
  if (typeof type !== 'string' || !types.includes(type)) {
    return `has the type '${String(type)}', which is not one of ${types.join(', ')}.${didYouMean(String(type), types)}`
  }
  if (!isObject(metadata)) return 'has no metadata, which must be an object (use {} if empty)'
  for (const [key, check] of Object.entries(common)) {
    const problem = metadata[key] === undefined ? undefined : check(metadata[key])
    if (problem !== undefined) return `has invalid metadata: '${key}' ${problem}`
  }
  const kind = kindOf(type, typeof subType === 'string' ? subType : undefined, metadata)
  if (!kind) {
    if (type === 'AGENT') return "has no role: metadata.role must be 'user' or 'assistant'"
    const known = subTypesOf(type)
    return `has the subType '${String(subType)}', which is not one of ${known.join(', ')}.${didYouMean(String(subType), known)}`
  }
  for (const { key, check, required } of kind.attributes) {
    if (key === undefined) continue
    const value = metadata[key]
    const problem = value === undefined ? (required ? 'is missing' : undefined) : check(value)
    if (problem !== undefined) return `has invalid metadata: '${key}' ${problem}`
  }
  const output = metadata['output']
  if (output !== undefined && (!isObject(output) || mustBeText(output['type']) !== undefined)) {
    return "has invalid metadata: 'output' must be an object with an output type"
  }
  return type === 'CUSTOM' ? customProblem(metadata) : undefined
}
