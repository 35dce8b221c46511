import { readFileSync, writeSync } from 'node:fs'
import { isLamellaError } from '@lamella/core'
import { fileBlobs, fileCounts, fileMemory, fileSessions } from '@lamella/provider-fs'
import { writeBlobs } from './blob-writer.ts'

/** A separate process that writes to a store until it is done or killed. Each line that it prints was acknowledged. */
const [task = '', folder = '', name = '', count = '0', size = '0'] = process.argv.slice(2)
const scope = { tenant: 'acme', user: 'ada' }
const said = (line: string): void => {
  writeSync(1, `${line}\n`)
}

/** Saves counts to the file `folder` many times. */
if (task === 'counts') {
  for (let n = 0; n < Number(count); n++) {
    const counts = await fileCounts(folder)
    const text = `${name} ${n} `.repeat(20)
    counts.countsOf({ name: 'characters', exact: true })(text, () => text.length)
    if (await counts.save()) said(`${n}`)
  }
}

if (task === 'append') {
  const sessions = fileSessions(folder, { fsync: 'os' })
  for (let n = 0; n < Number(count); n++) {
    const { start } = await sessions.append(scope, 's', [{ role: 'user', content: `${name} ${n}` }])
    said(`${n} ${start}`)
  }
  await sessions.close()
}

/** Appends one to three messages at a time; each states its append and how many messages that has. */
if (task === 'groups') {
  const sessions = fileSessions(folder, { fsync: 'os' })
  for (let n = 0; n < Number(count); n++) {
    const parts = 1 + (n % 3)
    const messages = Array.from({ length: parts }, (_, part) => ({
      role: 'user' as const,
      content: `${name} ${n} ${part} ${parts} ${'x'.repeat((n % 5) * Number(size))}`,
    }))
    const { start } = await sessions.append(scope, 's', messages, { operation: `${name} ${n}` })
    said(`${n} ${start}`)
    if (n % 10 === 9) await sessions.compactions.add(scope, 's', { start: 0, end: start + 1, text: `${name} ${n}` })
    const run = { by: name, n, text: `${n} `.repeat((n % 4) * Number(size)) }
    const { version = 0 } = (await sessions.runs.read(scope, 's')) ?? {}
    said(`run ${n} ${await sessions.runs.write(scope, 's', run, version)}`)
  }
}

if (task === 'remember') {
  const memory = fileMemory(folder, { owner: scope, fsync: 'os' })
  for (let n = 0; n < Number(count); n++) {
    await memory.put(scope, { id: `${name} ${n}`, text: `${name} wrote ${n}.\n- ${'x'.repeat(Number(size))}` })
    // A counter that all processes increment: on a stale read, they retry.
    for (;;) {
      const before = await memory.get(scope, 'count')
      const text = String(Number(before?.text ?? 0) + 1)
      const done = await memory.put(scope, { id: 'count', text }, { expectedRevision: before?.revision ?? 0 }).then(
        () => true,
        (error: unknown) => {
          if (isLamellaError(error, 'MEMORY_CONFLICT')) return false
          throw error
        },
      )
      if (done) break
    }
    said(String(n))
  }
}

/** Forks the session `s`. */
if (task === 'fork') {
  const sessions = fileSessions(folder, { fsync: 'os' })
  await sessions.transfer.fork(scope, 's', name)
  said('forked')
  await sessions.close()
}

/** Imports a given file a number of times, under a name. */
if (task === 'import') {
  const sessions = fileSessions(folder, { fsync: 'os' })
  await sessions.transfer.import(scope, readFileSync(count, 'utf8').split('\n'), { session: name })
  said('imported')
  await sessions.close()
}

/** Puts one large memory, with or without a day, again and again. */
if (task === 'note') {
  const memory = fileMemory(folder, { fsync: 'os' })
  const date = name === '' ? {} : { date: name }
  for (let n = 0; n < Number(count); n++) {
    await memory.put(scope, { id: 'gone', text: `secretsecret ${n} ${'x'.repeat(Number(size))}`, ...date })
  }
}

if (task === 'blobs') {
  const stores = { sessions: fileSessions(folder, { fsync: 'os' }), blobs: fileBlobs(folder, { fsync: 'os' }) }
  await writeBlobs(stores, name, Number(count), said)
}
