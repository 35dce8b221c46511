import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordTo } from '@lamella/inspector/node'
import { describe, expect, it, onTestFinished } from 'vitest'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-record-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe.runIf(process.platform !== 'win32')('a recording in a file', () => {
  it('is readable by its owner alone, in a folder that is', async () => {
    const umask = process.umask(0)
    try {
      const folder = join(tempFolder(), 'recordings')
      const { write, flush } = recordTo(join(folder, 'agent.jsonl'))
      void write('{}')
      await flush?.()
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'agent.jsonl')).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(umask)
    }
  })

  it('is not written through a symbolic link', async () => {
    const folder = tempFolder()
    const [path, other] = [join(folder, 'agent.jsonl'), join(folder, 'other.txt')]
    writeFileSync(other, 'mine')
    symlinkSync(other, path)
    const { write, flush } = recordTo(path)
    void write('{}')
    await expect(async () => flush?.()).rejects.toMatchObject({ code: 'RECORDING_IS_LINK', details: { file: path } })
    expect(readFileSync(other, 'utf8')).toBe('mine')
  })
})
