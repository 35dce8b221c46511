import { sqlite } from '@lamella/provider-sqlite'
import { cpuTime } from '../measure.ts'
import { agent, memoryOver, prose } from './mix.ts'

/** A block that is appended to again and again. */
export interface Growing {
  readonly appends: number
  /** The size in the file at the end. */
  readonly bytes: number
  /** Milliseconds of CPU per append, for the first thousand appends and the last thousand. */
  readonly first: number
  readonly last: number
}

const appends = 10_000
const part = 1_000

export async function growing(path: string): Promise<Growing> {
  const { blocks, close } = await sqlite(path, { synchronous: 'normal' })
  const memory = memoryOver(blocks)
  await memory.createBlock(agent, 'notes', { type: 'Working' })
  const parts: number[] = []
  for (let begin = 0; begin < appends; begin += part) {
    const start = cpuTime()
    for (let n = 0; n < part; n++) await memory.appendToBlock(agent, 'notes', prose(begin + n, 20))
    parts.push((cpuTime() - start) / part)
  }
  const metadata = await memory.getBlockMetadata(agent, 'notes')
  const text = await memory.getRenderedContent(agent, 'notes')
  if (text?.length !== appends * 20) throw new Error('Appended text is missing.')
  await memory.close()
  await close()
  return { appends, bytes: metadata?.size ?? 0, first: parts[0] ?? Number.NaN, last: parts.at(-1) ?? Number.NaN }
}
