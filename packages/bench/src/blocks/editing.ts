import { join } from 'node:path'
import type { MemoryCache } from '@lamella/blocks'
import { sqlite } from '@lamella/provider-sqlite'
import Database from 'better-sqlite3'
import { LoroDoc } from 'loro-crdt'
import { measure, type Task } from '../measure.ts'
import { medianOf } from '../section.ts'
import { agent, memoryOver, prose } from './mix.ts'

/** What a change of one word takes. */
export interface Editing {
  readonly characters: number
  /** Bytes that are appended to the file. */
  readonly bytes: number
  /** Milliseconds of CPU: edited and saved by hand, and by a memory. */
  readonly bare: number
  readonly own: number
  /** What of that is saving. */
  readonly saving: number
}

/** So many that there are snapshots among them. */
const saves = 400

const change = ['<green>', '<black>'] as const

/** One word in a text of a size is changed and saved, again and again. */
export async function editing(folder: string, characters: number): Promise<Editing> {
  const text = `${prose(1, characters >> 1)}<green>${prose(2, characters >> 1)}`
  const { blocks, close } = await sqlite(join(folder, `${characters}.db`), { synchronous: 'normal' })
  const memory = memoryOver(blocks)
  await memory.createBlock(agent, 'notes', { type: 'Core', content: text })
  let turn = 0
  const own = async (): Promise<void> => {
    const isDone = await memory.replaceInBlock(agent, 'notes', change[turn % 2] as string, change[++turn % 2] as string)
    if (!isDone) throw new Error('The word is not there.')
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
  return { characters, bytes, bare: medianOf(timings, 'bare'), own: medianOf(timings, 'own'), saving }
}

/** Milliseconds of CPU that saving takes, its share of snapshots and texts included, when the word has been changed already. */
async function savingAlone(memory: MemoryCache): Promise<number> {
  const document = await memory.getBlock(agent, 'notes')
  // So that the first one is there.
  await memory.replaceInBlock(agent, 'notes', change[1], change[0])
  let sum = 0
  for (let n = 0; n < saves; n++) {
    await document?.request('replaceText', change[n % 2] as string, change[(n + 1) % 2] as string)
    const start = process.cpuUsage()
    await memory.persistBlock(agent, 'notes')
    const { user, system } = process.cpuUsage(start)
    sum += (user + system) / 1_000
  }
  document?.close()
  return sum / saves
}

/** The same with what Loro and SQLite have: the place of the word is known, and nobody else can write. */
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
