import { symlink } from 'node:fs/promises'
import { agentsFile, createFileReader } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

const files = { 'AGENTS.md': 'general', 'AGENTS.kim.md': 'special', 'AGENTS.bad.md': 'a\0' }

describe('agentsFile', () => {
  it.each([
    [undefined, 'general', []],
    ['kim', 'special', []],
    ['other', 'general', []],
    ['bad', 'general', ['FILE_NOT_TEXT']],
    ['link', 'general', ['FILE_OUTSIDE_ROOT']],
    ['../kim', 'general', ['AGENT_NAME_UNSAFE']],
    ['a/../../secret', 'general', ['AGENT_NAME_UNSAFE']],
    ['kim.md\0', 'general', ['AGENT_NAME_UNSAFE']],
    ['', 'general', ['AGENT_NAME_UNSAFE']],
    ['x'.repeat(300), 'general', ['AGENT_NAME_UNSAFE']],
  ])('for the agent %j gives the right file', async (agent, text, codes) => {
    const folder = await tempFolder(files)
    const outside = await tempFolder({ 'secret.md': 'secret' })
    await symlink(outside.at('secret.md'), folder.at('AGENTS.link.md'))
    const given = agent === undefined ? scope : { ...scope, agent }
    const found = await agentsFile(createFileReader(folder.path)).read(given, request)
    expect(found?.text).toBe(text)
    expect((found?.notices ?? []).map(({ code }) => code)).toEqual(codes)
  })

  it('gives nothing when there is neither file, and notices of a bad one alone', async () => {
    const folder = await tempFolder({ 'AGENTS.bad.md': 'a\0' })
    const source = agentsFile(createFileReader(folder.path))
    expect(await source.read(scope, request)).toBeUndefined()
    expect(await source.read({ ...scope, agent: 'kim' }, request)).toBeUndefined()
    const bad = await source.read({ ...scope, agent: 'bad' }, request)
    expect(bad).toMatchObject({ text: '', notices: [{ code: 'FILE_NOT_TEXT' }] })
  })

  it('keeps agents apart', async () => {
    const folder = await tempFolder(files)
    const fs = countingFs()
    const source = agentsFile(createFileReader(folder.path, { fs, now: () => 0 }))
    const texts = ['kim', 'other', 'kim'].map(async (agent) => (await source.read({ ...scope, agent }, request))?.text)
    expect(await Promise.all(texts)).toEqual(['special', 'general', 'special'])
  })
})
