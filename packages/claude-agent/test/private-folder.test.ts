import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Environment, inPrivateFolder } from '../src/index.ts'

/** What the CLI would have written. */
function write(env: Environment): string {
  const folder = env['CLAUDE_CONFIG_DIR'] ?? ''
  writeFileSync(join(folder, 'transcript.jsonl'), 'a secret')
  writeFileSync(join(env['CLAUDE_CODE_TMPDIR'] ?? '', 'output.txt'), 'a secret')
  return folder
}

describe('inPrivateFolder', () => {
  it('gives the variables of the program with a folder that only this user can read, and removes it', async () => {
    const folder = await inPrivateFolder(
      async (env) => {
        expect(env['ANTHROPIC_API_KEY']).toBe('key')
        if (process.platform !== 'win32') expect(statSync(env['CLAUDE_CONFIG_DIR'] ?? '').mode & 0o077).toBe(0)
        expect(env['CLAUDE_CODE_TMPDIR']?.startsWith(env['CLAUDE_CONFIG_DIR'] ?? ' ')).toBe(true)
        return write(env)
      },
      { ANTHROPIC_API_KEY: 'key' },
    )
    expect(folder).not.toBe('')
    expect(existsSync(folder)).toBe(false)
  })

  it('removes it after an error, too, and gives each call another one', async () => {
    const folders: string[] = []
    const fail = inPrivateFolder(async (env) => {
      folders.push(write(env))
      throw new Error('The query failed.')
    })
    await expect(fail).rejects.toThrow('The query failed.')
    await inPrivateFolder(async (env) => void folders.push(write(env)))
    expect(new Set(folders).size).toBe(2)
    for (const folder of folders) expect(existsSync(folder)).toBe(false)
  })
})
