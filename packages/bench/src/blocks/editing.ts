import { join } from 'node:path'
import type { MemoryCache } from '@lamella/blocks'
import { sqlite } from '@lamella/provider-sqlite'
import Database from 'better-sqlite3'
import { LoroDoc } from 'loro-crdt'
import { cpuTime, measure, type Task } from '../measure.ts'
import { agent, memoryOver, prose } from './mix.ts'

/** The cost of changing one word. */
export interface Editing {
  readonly characters: number
  /** The number of bytes appended to the file. */
  readonly bytes: number
  /** Milliseconds of CPU to edit and save, by hand and with a memory. */
  readonly bare: number
  readonly own: number
  /** The part of it spent on saving. */
  readonly saving: number
}

/** Enough that some of them write snapshots. */
const saves = 400

const change = ['<green>', '<black>'] as const

/** Changes and saves one word in a text of the given size, again and again. */
export async function editing(folder: string, characters: number): Promise<Editing> {
  const text = `${prose(1, characters >> 1)}<green>${prose(2, characters >> 1)}`
  const { blocks, close } = await sqlite(join(folder, `${characters}.db`), { synchronous: 'normal' })
  const memory = memoryOver(blocks)
  await memory.createBlock(agent, 'notes', { type: 'Core', content: text })
  let turn = 0
  const own = async (): Promise<void> => {
    const isDone = await memory.replaceInBlock(agent, 'notes', change[turn % 2] as string, change[++turn % 2] as string)
    if (!isDone) throw new Error('The word is missing.')
  }
  const size = async (): Promise<number> => (await memory.getBlockMetadata(agent, 'notes'))?.size ?? 0
  const before = await size()
  await own()
  const bytes = (await size()) - before
  const hand = byHand(join(folder, `${characters}-bare.db`), text)
  const timings = await measure({ bare: hand.task, own }, { rounds: 11, turn: 60, cpu: true })
  const saving = await savingAlone(memory)
  await memory.close()
  await close()
  hand.close()
  return { characters, bytes, ...timings, saving }
}

/**
 * Returns the milliseconds of CPU for saving alone, including its share of snapshots and texts, after the word has been
 * changed.
 */
async function savingAlone(memory: MemoryCache): Promise<number> {
  const document = await memory.getBlock(agent, 'notes')
  // Ensures that the first word is in the text.
  await memory.replaceInBlock(agent, 'notes', change[1], change[0])
  let sum = 0
  for (let n = 0; n < saves; n++) {
    await document?.request('replaceText', change[n % 2] as string, change[(n + 1) % 2] as string)
    const start = cpuTime()
    await memory.persistBlock(agent, 'notes')
    sum += cpuTime() - start
  }
  document?.close()
  return sum / saves
}

/** Does the same with only Loro and SQLite: the place of the word is known, and there are no other writers. */
function byHand(path: string, text: string): { readonly task: Task; readonly close: () => void } {
  const db = new Database(path)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE updates (id INTEGER PRIMARY KEY, bytes BLOB)',
  )
  const insert = db.prepare('INSERT INTO updates (bytes) VALUES (?)')
  const doc = new LoroDoc()
  const content = doc.getText('content')
  content.insert(0, text)
  doc.commit()
  const place = text.indexOf('<green>')
  let turn = 0
  const task = (): void => {
    const from = doc.version()
    content.delete(place + 1, 5)
    content.insert(place + 1, (change[++turn % 2] as string).slice(1, -1))
    doc.commit()
    insert.run(doc.export({ mode: 'update', from }))
    from.free()
  }
  return {
    task,
    close: () => {
      doc.free()
      db.close()
    },
  }
}
