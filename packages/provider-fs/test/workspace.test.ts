import { symlink } from 'node:fs/promises'
import { createContext, type Layer } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { fileSessions, workspace } from '@lamella/provider-fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { countingFs } from './helpers/counting-fs.ts'
import { tempFolder } from './helpers/folder.ts'
import { scope } from './helpers/request.ts'

const names = ['system', 'bootstrap', 'memory', 'skills', 'tools', 'history', 'message']

const files = {
  'SOUL.md': 'You are Kim.',
  'AGENTS.md': 'Be careful.',
  'TOOLS.md': '# Search\nUse few words.',
  'memory/MEMORY.md': '# Launch\n- The launch is on Friday.\n- Anna decides.',
  'skills/weather/SKILL.md': '---\nname: weather\ndescription: Tells the weather.\n---\nLook outside.',
  'skills/bad/SKILL.md': 'no front matter',
}

describe('workspace', () => {
  it('returns the standard layers in their order, with literal names', async () => {
    const folder = await tempFolder()
    const layers = workspace(folder.path)
    expect(layers.map(({ name }) => name)).toEqual(names)
    expect(Object.isFrozen(layers)).toBe(true)
    expectTypeOf(layers[2]).toEqualTypeOf<Layer<'memory'>>()
    expectTypeOf(layers[6].name).toEqualTypeOf<'message'>()
  })

  it('builds a context from everything in the folder', async () => {
    const folder = await tempFolder(files)
    const context = await createContext()
      .use(workspace(folder.path, { bootstrap: { workspace: './agent' } }))
      .budget({ window: 8_000, reserve: 1_000 })
      .build({ scope, message: 'When is the launch?', tools: [{ name: 'load_skill', inputSchema: {} }] })
    const text = context.system.map((part) => part.content).join('\n\n')
    const order = [
      'You are Kim.',
      'Be careful.',
      './agent',
      'launch is on Friday',
      'Tells the weather.',
      'Use few words.',
    ]
    const places = order.map((part) => text.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(explain(context.report)).toContain('SKILL_SKIPPED')
  })

  it('works on an empty folder', async () => {
    const folder = await tempFolder()
    const builder = createContext().use(workspace(folder.path)).budget({ window: 8_000, reserve: 1_000 })
    const context = await builder.build({ scope, message: 'Hello' })
    expect(context.messages.at(-1)).toMatchObject({ role: 'user' })
  })

  it('reads nothing in a warm build, and returns the same text', async () => {
    const folder = await tempFolder(files)
    const fs = countingFs()
    const layers = workspace(folder.path, { fs, now: () => 0, bootstrap: { workspace: './agent' } })
    const builder = createContext().use(layers).budget({ window: 8_000, reserve: 1_000 })
    const first = await builder.build({ scope, message: 'When is the launch?' })
    fs.calls.length = 0
    const second = await builder.build({ scope, message: 'When is the launch?' })
    expect(second.system).toEqual(first.system)
    expect(fs.calls.filter((call) => /^(open|read )/.test(call))).toEqual([])
    expect(fs.calls.filter((call) => /SOUL|AGENTS|TOOLS/.test(call))).toEqual([])
  })

  it('fails at once if the folder cannot be read, and says why', async () => {
    const folder = await tempFolder({})
    await symlink(folder.at('loop'), folder.at('loop'))
    const error = {
      code: 'WORKSPACE_NOT_FOUND',
      what: expect.stringMatching(/cannot be read \((ELOOP|ENAMETOOLONG)\)/),
    }
    for (const name of ['loop', 'x'.repeat(300)]) {
      expect(() => workspace(folder.at(name))).toThrow(expect.objectContaining(error))
    }
  })

  it('rejects a path that no file system takes', () => {
    const error = { code: 'OPTION_INVALID', details: { what: 'workspace', option: 'root' } }
    expect(() => workspace('./agent\0')).toThrow(expect.objectContaining(error))
    expect(() => fileSessions('./data\0')).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it('fails at once if the folder is missing', async () => {
    const folder = await tempFolder({ 'file.md': 'x' })
    const [missing, file] = ['nowhere', 'file.md'].map((path) => () => workspace(folder.at(path)))
    expect(missing).toThrow(/does not exist\. Make one with `npx @lamella\/cli init .+`, .+WORKSPACE_NOT_FOUND/)
    expect(file).toThrow(/file\.md' is not a folder\. Pass the folder .+WORKSPACE_NOT_FOUND/)
    const fix = (root: string) =>
      expect.objectContaining({ fix: expect.stringContaining(`@lamella/cli init ${root}\``) })
    expect(() => workspace('./no-agent')).toThrow(fix('./no-agent'))
    expect(() => workspace('./no agent')).toThrow(fix('"./no agent"'))
  })

  it.each([
    [{ rankr: {} }, "'ranker'"],
    [{ memory: { maxEntrys: 5 } }, "'maxEntries'"],
    [{ memory: { maxNote: 5 } }, "'maxNotes'"],
    [{ skills: { direktory: 'x' } }, "'directory'"],
    [{ skills: { listin: 'xml' } }, "'listing'"],
    [{ ttl: { instruction: 5 } }, "'instructions'"],
    [{ tools: { schema: 'text' } }, "'schemas'"],
  ])('rejects %j and suggests the likely option', async (options, likely) => {
    const folder = await tempFolder()
    const build = () => workspace(folder.path, options as object)
    expect(build).toThrow(/OPTION_INVALID/)
    expect(build).toThrow(`Did you mean ${likely}?`)
  })

  it.each([
    [{ memory: 5 }],
    [{ history: { maxMessages: -1 } }],
    [{ maxChars: 'many' }],
    [{ memory: { maxEntries: -1 } }],
    [5],
  ])('rejects %j', async (options) => {
    const folder = await tempFolder()
    expect(() => workspace(folder.path, options as object)).toThrow(/OPTION_INVALID/)
  })
})
