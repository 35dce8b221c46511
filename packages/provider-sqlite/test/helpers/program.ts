import { readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLamellaError } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { writeBlobs } from '../../../provider-fs/test/stores/helpers/blob-writer.ts'

/** A separate process that uses a database until it is done or killed. Each printed line was acknowledged. */
const [task = '', path = '', name = '', count = '0', size = '0'] = process.argv.slice(2)
const scope = { tenant: 'acme', user: 'ada' }
const said = (line: string): void => {
  writeSync(1, `${line}\n`)
}

if (task === 'append') {
  const { sessions, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
  for (let n = 0; n < Number(count); n++) {
    const { start } = await sessions.append(scope, 's', [{ role: 'user', content: `${name} ${n}` }])
    said(`${n} ${start}`)
  }
  await close()
}

/** Appends of one to three messages, each of which names its append and the number of its messages. */
if (task === 'groups') {
  const { sessions, memory } = await sqlite(path, { synchronous: 'normal' })
  for (let n = 0; n < Number(count); n++) {
    const parts = 1 + (n % 3)
    const messages = Array.from({ length: parts }, (_, part) => ({
      role: 'user' as const,
      content: `${name} ${n} ${part} ${parts} ${'x'.repeat((n % 5) * Number(size))}`,
    }))
    const { start } = await sessions.append(scope, 's', messages, { operation: `${name} ${n}` })
    await memory.put(scope, { id: `${name} ${n}`, text: `${name} remembers ${n}` })
    said(`${n} ${start}`)
    if (n % 5 === 0) await sessions.search(scope, { query: `${name}` })
    if (n % 10 === 9) await sessions.compactions.add(scope, 's', { start: 0, end: start + 1, text: `${name} ${n}` })
    const run = { by: name, n, text: `${n} `.repeat((n % 4) * Number(size)) }
    const { version = 0 } = (await sessions.runs.read(scope, 's')) ?? {}
    said(`run ${n} ${await sessions.runs.write(scope, 's', run, version)}`)
    if (n % 20 === 19) await memory.delete(scope, `${name} ${n}`)
  }
}

/** One entry that all processes increment: on a conflict, they retry. */
if (task === 'count') {
  const { memory, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
  for (let n = 0; n < Number(count); n++) {
    for (let isDone = false; !isDone; ) {
      const before = await memory.get(scope, 'count')
      const text = String(Number(before?.text ?? 0) + 1)
      const options = { expectedRevision: before?.revision ?? 0 }
      isDone = await memory.put(scope, { id: 'count', text }, options).then(
        () => true,
        (error: unknown) => {
          if (isLamellaError(error, 'MEMORY_CONFLICT')) return false
          throw error
        },
      )
    }
  }
  await close()
}

/** Reports which bytes, given in hexadecimal, occur in the files of a folder, in a process that has no open database. */
if (task === 'find') {
  const bytes = readdirSync(path).map((file) => readFileSync(join(path, file), 'latin1'))
  const wanted = JSON.parse(readFileSync(0, 'utf8')) as readonly string[]
  const found = wanted.filter((hex) => bytes.some((text) => text.includes(Buffer.from(hex, 'hex').toString('latin1'))))
  said(JSON.stringify(found))
}

/** Holds the write lock until its input ends. */
if (task === 'lock') {
  const { default: Sqlite } = await import('better-sqlite3')
  const db = new Sqlite(path)
  db.exec('BEGIN IMMEDIATE')
  said('locked')
  process.stdin.on('end', () => db.close()).resume()
}

/**
 * Appends words to a block, one update each, and compacts it occasionally: a snapshot is the JSON of all words, so two
 * programs that do so lose a word only if the store does.
 */
if (task === 'blocks') {
  const { blocks, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
  await blocks.create(scope, { id: 'b', label: 'log', kind: 'log' }).catch((error: unknown) => {
    if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
  })
  const words = new Set<string>()
  let seen = 0
  const read = async (): Promise<void> => {
    const { revision, snapshot, updates } = (await blocks.read(scope, 'b', seen)) ?? { revision: 0, updates: [] }
    if (snapshot) for (const word of JSON.parse(new TextDecoder().decode(snapshot)) as string[]) words.add(word)
    for (const update of updates) words.add(new TextDecoder().decode(update))
    seen = revision
  }
  for (let n = 0; n < Number(count); n++) {
    const word = `${name} ${n}`
    const update = new TextEncoder().encode(word)
    const { revision } = await blocks.append(scope, 'b', update, { operation: word })
    said(`${n} ${revision}`)
    if (n % Number(size) !== Number(size) - 1) continue
    await read()
    // Gives others time to append updates that are not in the snapshot.
    await new Promise((resolve) => setTimeout(resolve, 1))
    await blocks.compact(scope, 'b', new TextEncoder().encode(JSON.stringify([...words])), seen)
    await blocks.setText(scope, 'b', [...words].slice(-20).join('\n'), seen)
  }
  await close()
}

/** Copies the database to the path given as the name. */
if (task === 'backup') {
  const { backup, close } = await sqlite(path, { synchronous: 'normal' })
  await backup(name)
  await close()
}

if (task === 'put blobs') {
  await writeBlobs(await sqlite(path, { synchronous: 'normal', erasure: 'overwrite' }), name, Number(count), said)
}
