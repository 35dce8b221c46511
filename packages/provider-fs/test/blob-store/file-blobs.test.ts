import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('fileBlobs', () => {
  it('keeps a content once for a session and its forks, and removes it with the last of them', async () => {
    const { path } = await tempFolder()
    const [blobs, sessions] = [fileBlobs(path), fileSessions(path)]
    const { id } = await blobs.put(scope, 'a', bytes('content'))
    await sessions.append(scope, 'a', [{ role: 'user', content: id }])
    await sessions.transfer.fork(scope, 'a', 'b')
    const folder = join(path, 'acme', 'ada', '_')
    const content = (session: string): string => join(folder, `${session}.blobs`, `${id.slice(5)}.bin`)
    expect(await stat(content('b'))).toMatchObject({ nlink: 2, ino: (await stat(content('a'))).ino })
    await sessions.delete(scope, 'a')
    expect((await stat(content('b'))).nlink).toBe(1)
    await sessions.delete(scope, 'b')
    expect(await readdir(folder)).toEqual([])
    await blobs.close()
    await sessions.close()
  })

  it('removes what a killed process was writing, and only that', async () => {
    const { path } = await tempFolder()
    const first = fileBlobs(path)
    const { id } = await first.put(scope, 'a', bytes('content'))
    await first.close()
    const folder = join(path, 'acme', 'ada', '_', 'a.blobs')
    await writeFile(join(folder, '.abc.bin.new'), 'part')
    const blobs = fileBlobs(path)
    await blobs.put(scope, 'a', bytes('more'))
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await blobs.read(scope, 'a', id)).toEqual(bytes('content'))
    await blobs.close()
  })

  it('reports a content that is cut or gone, and heals it when it is put again', async () => {
    const { path } = await tempFolder()
    const blobs = fileBlobs(path)
    const { id } = await blobs.put(scope, 'a', bytes('content'), { name: 'first' })
    const file = join(path, 'acme', 'ada', '_', 'a.blobs', `${id.slice(5)}`)
    const damages = [
      () => truncate(`${file}.bin`, 3),
      () => rm(`${file}.bin`),
      () => writeFile(`${file}.json`, '{"session":"a"'),
    ]
    for (const damage of damages) {
      await damage()
      const error = { code: 'BLOB_DAMAGED', details: { session: 'a', id } }
      await expect(blobs.read(scope, 'a', id)).rejects.toMatchObject(error)
      await blobs.put(scope, 'a', bytes('content'))
      expect(await blobs.read(scope, 'a', id)).toEqual(bytes('content'))
    }
    await blobs.close()
  })

  it('refuses unknown options by its own name', () => {
    expect(() => fileBlobs('.', { fsyn: 'os' } as object)).toThrow(/fileBlobs.*fsync/)
  })
})
