import { createFileReader, textFile, workspaceSources } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

describe('textFile', () => {
  it('returns the text, nothing for a missing file, and notices for an unusable one', async () => {
    const folder = await tempFolder({ 'SOUL.md': 'Kim', 'bad.md': 'a\0' })
    const reader = createFileReader(folder.path)
    expect(await textFile(reader, 'SOUL.md').read(scope, request)).toMatchObject({ text: 'Kim', from: 'SOUL.md' })
    expect(await textFile(reader, 'none.md').read(scope, request)).toBeUndefined()
    const bad = await textFile(reader, 'bad.md').read(scope, request)
    expect(bad).toMatchObject({ text: '', notices: [{ code: 'FILE_NOT_TEXT' }] })
  })

  it('has its own limit', async () => {
    const folder = await tempFolder({ 'a.md': 'x'.repeat(500) })
    const text = await textFile(createFileReader(folder.path), 'a.md', { maxChars: 100 }).read(scope, request)
    expect(text?.text.length).toBeLessThanOrEqual(100)
  })
})

describe('workspaceSources', () => {
  it('checks SOUL.md and AGENTS.md again after 5 seconds, and TOOLS.md after 5 minutes', async () => {
    const folder = await tempFolder({ 'SOUL.md': 'soul', 'AGENTS.md': 'agents', 'TOOLS.md': 'tools' })
    let now = 1_000
    const fs = countingFs()
    const { soul, agents, tools } = workspaceSources(folder.path, { fs, now: () => now })
    const read = () => Promise.all([soul, agents, tools].map((source) => source.read(scope, request)))
    const first = await read()
    fs.calls.length = 0
    now += 4_999
    const second = await read()
    expect(fs.calls).toEqual([])
    expect(second.every((text, i) => text === first[i])).toBe(true)
    now += 1
    await read()
    const files = fs.calls.filter((call) => call.endsWith('.md'))
    expect(files).toEqual(['stat SOUL.md', 'stat AGENTS.md', 'stat AGENT.md'])
    now += 295_000
    fs.calls.length = 0
    await folder.write('TOOLS.md', 'new tools')
    expect((await read())[2]?.text).toBe('new tools')
  })

  it('checks the files on every read if the time to live is 0', async () => {
    const folder = await tempFolder({ 'SOUL.md': 'soul', 'TOOLS.md': 'tools' })
    const fs = countingFs()
    const { soul, tools } = workspaceSources(folder.path, { fs, now: () => 0, ttl: { instructions: 0, tools: 0 } })
    await Promise.all([soul.read(scope, request), tools.read(scope, request)])
    await folder.write('SOUL.md', 'new soul')
    await folder.write('TOOLS.md', 'new tools')
    expect((await soul.read(scope, request))?.text).toBe('new soul')
    expect((await tools.read(scope, request))?.text).toBe('new tools')
  })

  it('rejects a misspelled time to live', () => {
    expect(() => workspaceSources('.', { ttl: { tool: 5 } as object })).toThrow(/Did you mean 'tools'/)
  })
})
