import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scope } from '@lamella/core'
import { readSession } from '@lamella/provider-fs'
import { verifyStore } from '../findings.ts'
import { withStore } from '../open-store.ts'
import { withoutPasswords } from '../problem.ts'
import { describeScope } from '../scope-options.ts'
import { counted } from '../text/words.ts'
import { note, ok, orProblem, type Remark, remarkOf } from './remark.ts'

/** Checks conversations: those of a store, or JSONL files; by default, the workspace's folder `sessions`. */
export async function checkSessions(root: string, scope: Scope, given: string | undefined): Promise<readonly Remark[]> {
  const path = given ?? join(root, 'sessions')
  const stats = await stat(path).catch(() => undefined)
  if (given === undefined && !stats?.isDirectory())
    return [note('No sessions: the workspace has no folder for them; use --sessions to name a store.')]
  const files = await messageFiles(path, stats?.isDirectory() ?? false)
  return files.length > 0 ? checkFiles(files) : checkStore(path, scope)
}

/** Returns files of messages; a file store contains only folders. */
async function messageFiles(path: string, isFolder: boolean): Promise<readonly string[]> {
  if (!isFolder) return path.endsWith('.jsonl') ? [path] : []
  const entries = await readdir(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map(({ name }) => join(path, name))
    .sort()
}

async function checkFiles(files: readonly string[]): Promise<readonly Remark[]> {
  const remarks: Remark[] = []
  // One at a time: each is held in memory as a whole. One that is not read leaves the others.
  for (const file of files) remarks.push(...(await orProblem(() => checkFile(file))))
  return remarks
}

async function checkFile(file: string): Promise<readonly Remark[]> {
  const { length, notices = [] } = await readSession(file)
  const found = length > 0 || notices.length === 0 ? [ok(`${file}: ${counted(length, 'message')}.`)] : []
  return [...found, ...notices.map((notice) => remarkOf({ ...notice, what: `${file}: ${notice.what}` }))]
}

async function checkStore(path: string, scope: Scope): Promise<readonly Remark[]> {
  return withStore(path, async (store) => {
    const { sessions, found } = await verifyStore(store, scope, undefined)
    const what = `${counted(sessions, 'session')} of ${describeScope(scope)} in ${withoutPasswords(path)}`
    return [
      sessions === 0 ? note(`${what}: --tenant, --user and --agent select the owner.`) : ok(`${what}.`),
      ...found.map(({ session, notice }) => {
        const remark = remarkOf(notice)
        return session === undefined ? remark : { ...remark, text: `${session}: ${remark.text}` }
      }),
    ]
  })
}
