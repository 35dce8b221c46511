import { sqlite } from '@lamella/provider-sqlite'
import Database from 'better-sqlite3'
import { LoroDoc } from 'loro-crdt'
import { measure } from '../measure.ts'
import { agent, makeMix, memoryOver } from './mix.ts'

/** The cost of having many blocks in a context, in milliseconds of CPU. */
export interface Loading {
  readonly blocks: number
  /** The size in the file. */
  readonly bytes: number
  /** Reading their bytes by hand and importing them with Loro. */
  readonly bare: number
  /** Loading and rendering them with a memory that has nothing cached. */
  readonly first: number
  /** Rendering them again, after checking the file for the changes of others. */
  readonly again: number
}

const count = 200

export async function loading(path: string): Promise<Loading> {
  const { blocks, close } = await sqlite(path, { synchronous: 'normal' })
  const labels = await makeMix(blocks, count)
  const render = async (memory: ReturnType<typeof memoryOver>): Promise<void> => {
    const all = await Promise.all(labels.map((label) => memory.getRenderedContent(agent, label)))
    if (all.some((text) => text === undefined || text === '')) throw new Error('A block is empty.')
  }
  const kept = memoryOver(blocks)
  await render(kept)
  const hand = byHand(path)
  const timings = await measure(
    {
      bare: hand.task,
      first: async () => {
        const memory = memoryOver(blocks)
        await render(memory)
        await memory.close()
      },
      again: () => render(kept),
    },
    { rounds: 15, turn: 100, cpu: true },
  )
  await kept.close()
  const bytes = hand.task()
  hand.close()
  await close()
  return { blocks: labels.length, bytes, ...timings }
}

/**
 * Does the minimum that loading requires: reads the bytes of each block with prepared statements and imports them with
 * Loro. Returns the number of bytes.
 */
function byHand(path: string): { readonly task: () => number; readonly close: () => void } {
  const db = new Database(path)
  const ids = db.prepare('SELECT id FROM blocks').pluck().all() as readonly number[]
  const snapshot = db.prepare('SELECT snapshot FROM block_snapshots WHERE block = ?').pluck()
  const updates = db.prepare('SELECT bytes FROM block_updates WHERE block = ? ORDER BY revision').pluck()
  const task = (): number => {
    let bytes = 0
    const docs = ids.map((id) => {
      const all = [snapshot.get(id), ...updates.all(id)] as Uint8Array[]
      for (const one of all) bytes += one.length
      const doc = new LoroDoc()
      // One by one: importBatch() takes 1.5 times as long.
      for (const one of all) doc.import(one)
      return doc
    })
    for (const doc of docs) doc.free()
    return bytes
  }
  return { task, close: () => db.close() }
}
