import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileBlobs, fileMemory, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const hello: Message = { role: 'user', content: 'Hello' }

/** The modes of all files and folders below a folder, each once. */
async function modesIn(folder: string): Promise<ReadonlySet<string>> {
  const modes = new Set<string>()
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    modes.add(`${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`)
  }
  return modes
}

describe.runIf(process.platform !== 'win32')('what people said, in files', () => {
  it('is readable by the owner of the process alone: sessions, forks, runs, contents and memories', async () => {
    const umask = process.umask(0)
    try {
      const folder = await tempFolder()
      const sessions = fileSessions(folder.at('sessions'))
      await sessions.append(scope, 's', [hello])
      await sessions.transfer?.fork(scope, 's', 't', 1)
      const lines: string[] = []
      for await (const line of sessions.transfer.export(scope, 's')) lines.push(line)
      await sessions.transfer.import({ ...scope, user: 'bob' }, lines)
      await fileBlobs(folder.at('sessions')).put(scope, 's', new Uint8Array(10))
      await fileMemory(folder.at('memory')).put(scope, { id: 'tea', text: 'Ada likes tea.' })
      await sessions.close()
      expect([...(await modesIn(folder.path))].toSorted()).toEqual(['file 600', 'folder 700'])
    } finally {
      process.umask(umask)
    }
  })
})
