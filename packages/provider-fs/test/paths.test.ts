import {
  createFileReader,
  fileBlobs,
  fileCounts,
  fileMemory,
  fileSessions,
  readSession,
  validateSkill,
  workspace,
  workspaceSources,
} from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'

const functions: readonly [string, (path: never) => unknown][] = [
  ['createFileReader', createFileReader],
  ['fileBlobs', fileBlobs],
  ['fileCounts', fileCounts],
  ['fileMemory', fileMemory],
  ['fileSessions', fileSessions],
  ['readSession', readSession],
  ['validateSkill', validateSkill],
  ['workspace', workspace],
  ['workspaceSources', workspaceSources],
]

describe.each(functions)('%s', (_, make) => {
  it.each([5, null, undefined, {}])('names the path that is no text: %j', async (path) => {
    const made = async (): Promise<unknown> => make(path as never)
    await expect(made()).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
