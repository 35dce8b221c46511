import { symlink } from 'node:fs/promises'
import { createFileReader, instructionFiles } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

const files = { 'AGENTS.md': 'general', 'AGENTS.kim.md': 'special', 'AGENTS.bad.md': 'a\0' }

const names = ['AGENTS.md', 'AGENT.md']

describe('instructionFiles', () => {
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
  ])('returns the right file for the agent %j', async (agent, text, codes) => {
    const folder = await tempFolder(files)
    const outside = await tempFolder({ 'secret.md': 'secret' })
    await symlink(outside.at('secret.md'), folder.at('AGENTS.link.md'))
    const given = agent === undefined ? scope : { ...scope, agent }
    const found = await instructionFiles(createFileReader(folder.path), names).read(given, request)
    expect(found?.text).toBe(text)
    expect((found?.notices ?? []).map(({ code }) => code)).toEqual(codes)
  })

  it('returns nothing if both files are missing, and only notices for an unusable one', async () => {
    const folder = await tempFolder({ 'AGENTS.bad.md': 'a\0' })
    const source = instructionFiles(createFileReader(folder.path), names)
    expect(await source.read(scope, request)).toBeUndefined()
    expect(await source.read({ ...scope, agent: 'kim' }, request)).toBeUndefined()
    const bad = await source.read({ ...scope, agent: 'bad' }, request)
    expect(bad).toMatchObject({ text: '', notices: [{ code: 'FILE_NOT_TEXT' }] })
  })

  it('keeps agents separate', async () => {
    const folder = await tempFolder(files)
    const fs = countingFs()
    const source = instructionFiles(createFileReader(folder.path, { fs, now: () => 0 }), names)
    const texts = ['kim', 'other', 'kim'].map(async (agent) => (await source.read({ ...scope, agent }, request))?.text)
    expect(await Promise.all(texts)).toEqual(['special', 'general', 'special'])
  })

  it('joins equivalent files, in the order of their names', async () => {
    const folder = await tempFolder({ 'AGENT.md': '---\nid: 1\n---\nBe a gardener.\n', 'AGENTS.md': 'Ask first.\n' })
    const found = await instructionFiles(createFileReader(folder.path), names).read(scope, request)
    expect(found).toEqual({ text: 'Ask first.\n\nBe a gardener.', from: 'AGENTS.md, AGENT.md', notices: [] })
  })

  it('uses a duplicate text once, and reports the unused file', async () => {
    const folder = await tempFolder({ 'AGENT.md': 'Ask first.', 'AGENTS.md': 'Ask first.\n' })
    const found = await instructionFiles(createFileReader(folder.path), names).read(scope, request)
    expect(found?.text.trim()).toBe('Ask first.')
    expect(found?.notices).toEqual([
      {
        code: 'FILE_NOT_USED',
        from: 'AGENT.md',
        what: 'AGENT.md has the same text as AGENTS.md and is not used.',
        fix: 'Delete one of the two.',
        details: { file: 'AGENT.md', sameAs: 'AGENTS.md' },
      },
    ])
  })

  it("returns an agent's own files, under either name, instead of all general ones", async () => {
    const folder = await tempFolder({
      'AGENT.md': 'General.',
      'AGENTS.md': 'Ask first.',
      'AGENT.kim.md': 'You are Kim.',
    })
    const source = instructionFiles(createFileReader(folder.path), names)
    expect(await source.read({ ...scope, agent: 'kim' }, request)).toMatchObject({ text: 'You are Kim.', notices: [] })
    expect(await source.read({ ...scope, agent: 'other' }, request)).toMatchObject({ text: 'Ask first.\n\nGeneral.' })
  })

  it('uses the readable one of two files, and reports why the other is unreadable', async () => {
    const folder = await tempFolder({ 'AGENT.md': 'General.', 'AGENTS.md': 'a\0' })
    const found = await instructionFiles(createFileReader(folder.path), names).read(scope, request)
    expect(found).toMatchObject({ text: 'General.', from: 'AGENT.md', notices: [{ code: 'FILE_NOT_TEXT' }] })
  })
})
