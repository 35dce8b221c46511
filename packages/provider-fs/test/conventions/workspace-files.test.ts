import { open, readdir, realpath, stat, symlink } from 'node:fs/promises'
import { createContext, type Notice, type Scope } from '@lamella/core'
import {
  assistantWorkspace,
  type FileSystem,
  unusedNotices,
  type WorkspaceOptions,
  workspace,
  workspaceFiles,
} from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { dataPath, hasData } from '../helpers/data.ts'
import { tempFolder } from '../helpers/folder.ts'
import { scope } from '../helpers/request.ts'

type Make = typeof workspace

interface Built {
  readonly text: string
  readonly notices: readonly Notice[]
}

async function build(
  root: string,
  options: WorkspaceOptions = {},
  of: Scope = scope,
  make: Make = workspace,
): Promise<Built> {
  const { system, report } = await createContext()
    .use(make(root, options))
    .budget({ window: 100_000, reserve: 1_000 })
    .build({ scope: of, message: 'Hello' })
  return { text: system.map(({ content }) => content).join('\n\n'), notices: report.layers.system.notices }
}

const basic = { 'SOUL.md': 'You are calm.', 'AGENTS.md': 'Ask first.', 'TOOLS.md': '', 'MEMORY.md': '' }

describe('workspace files', () => {
  it('are each in the system prompt or reported as unused', async () => {
    const files = Object.fromEntries(workspaceFiles.map(({ name }) => [name, `- Text of ${name} here.`]))
    // The memory file has two spellings, which are one file on some systems.
    const { 'memory.md': _, ...distinct } = files
    const folder = await tempFolder(distinct)
    const { text, notices } = await build(folder.path)
    for (const name of Object.keys(distinct)) {
      const isUsed = text.includes(`Text of ${name} here.`)
      const isNamed = notices.some(({ code, details }) => code === 'FILE_NOT_USED' && details?.['file'] === name)
      expect([name, isUsed, isNamed]).toEqual([name, isUsed, !isUsed])
    }
    const unused = notices.map(({ from }) => from)
    expect(unused.slice(0, 6)).toEqual([
      'HEARTBEAT.md',
      'BOOTSTRAP.md',
      'BOOT.md',
      'DREAMS.md',
      'CLAUDE.md',
      'GEMINI.md',
    ])
    const elsewhere = [
      '.claude/rules',
      '.github/copilot-instructions.md',
      '.cursorrules',
      'AGENTS.override.md',
      '.goosehints',
      '.kiro/steering',
      '.agents/skills',
      '.claude/skills',
    ]
    expect(unused).toEqual(expect.arrayContaining(elsewhere))
    const read = ['SOUL.md', 'IDENTITY.md', 'AGENTS.md', 'AGENT.md', 'CONTEXT.md', 'USER.md', 'TOOLS.md', 'MEMORY.md']
    for (const name of read) expect(text).toContain(`Text of ${name}`)
  })

  it('are described in the fields and sentences of FILE_NOT_USED, with a fix', async () => {
    const folder = await tempFolder({ ...basic, 'CLAUDE.md': 'x' })
    expect((await build(folder.path)).notices).toEqual([
      {
        code: 'FILE_NOT_USED',
        from: 'CLAUDE.md',
        what: expect.stringMatching(/^CLAUDE\.md \(.+\) is in the workspace but is not used\.$/),
        fix: 'Move its content to AGENTS.md, or import it there: `@CLAUDE.md`.',
        details: { file: 'CLAUDE.md', holds: expect.any(String), advice: expect.any(String) },
      },
    ])
  })

  it('are not reported if they only import what is read', async () => {
    const imports = {
      'CLAUDE.md': '# Rules\n\n@AGENTS.md\n',
      '.claude/CLAUDE.md': '@../AGENTS.md',
      'GEMINI.md': '@./AGENTS.md\n',
    }
    const folder = await tempFolder({ ...basic, ...imports })
    expect((await build(folder.path)).notices).toEqual([])
    const more = await tempFolder({
      ...basic,
      'CLAUDE.md': '@AGENTS.md\nBe brief.',
      'GEMINI.md': '@notes.md',
      'QWEN.md': '',
    })
    const { notices } = await build(more.path)
    expect(notices.map(({ from }) => from)).toEqual(['CLAUDE.md', 'GEMINI.md', 'QWEN.md'])
  })

  it('are not reported if they are the folder of the skills, or a link to it', async () => {
    const skill = '---\nname: plan\ndescription: Plans.\n---\nPlan.'
    const folder = await tempFolder({ ...basic, '.agents/skills/plan/SKILL.md': skill, '.claude/rules': 'x' })
    await symlink('../.agents/skills', folder.at('.claude/skills'))
    for (const directory of ['.agents/skills', './.agents/skills/', '.claude/skills']) {
      const { notices } = await build(folder.path, { skills: { directory } })
      expect(notices.map(({ from }) => from)).toEqual(['.claude/rules'])
    }
    const unused = ['.claude/rules', '.agents/skills', '.claude/skills']
    expect((await build(folder.path)).notices.map(({ from }) => from)).toEqual(unused)
    await symlink('.agents/skills', folder.at('skills'))
    expect((await build(folder.path)).notices.map(({ from }) => from)).toEqual(['.claude/rules'])
  })

  it('are reported in other cases, too, with the name that is read', async () => {
    const folder = await tempFolder({ ...basic, 'agents.md': 'x', 'Claude.md': 'x', 'Context.MD': 'x' })
    const { notices } = await build(folder.path)
    expect(notices.map(({ code, from, fix }) => [code, from, fix])).toEqual([
      ['FILE_NOT_USED', 'Claude.md', expect.stringContaining('import it there: `@Claude.md`')],
      ['FILE_NOT_USED', 'Context.MD', expect.stringContaining('Rename it to CONTEXT.md')],
      ['FILE_NOT_USED', 'agents.md', expect.stringContaining('Rename it to AGENTS.md')],
    ])
  })

  it('have their names in any case where the file system ignores it', async () => {
    const { 'AGENTS.md': rules, ...others } = basic
    const folder = await tempFolder({ ...others, 'agents.md': rules })
    const name = folder.at('agents.md')
    const spelled = (path: string): string => (path === folder.at('AGENTS.md') ? name : path)
    const fs: FileSystem = {
      stat: (path, options) => stat(spelled(path), options),
      realpath: (path) => realpath(spelled(path)),
      open,
      readdir,
    }
    const { text, notices } = await build(folder.path, { fs })
    expect(text).toContain(rules)
    expect(notices).toEqual([])
  })

  it('are found when added later, within the time to live', async () => {
    const folder = await tempFolder(basic)
    let now = 0
    const layers = workspace(folder.path, { now: () => now })
    const builder = createContext().use(layers).budget({ window: 8_000, reserve: 0 })
    const codes = async (): Promise<readonly string[]> =>
      (await builder.build({ scope, message: 'Hi' })).report.layers.system.notices.map(({ from }) => `${from}`)
    expect(await codes()).toEqual([])
    await folder.write('BOOTSTRAP.md', 'Say hello.')
    now = 5_001
    expect(await codes()).toEqual(['BOOTSTRAP.md'])
  })

  it('are also reported for a custom set of file names', () => {
    const names = ['AGENT.md', 'AGENTS.md', 'SOUL.md', 'CONTEXT.md', 'notes.md', 'BOOT.md']
    expect(unusedNotices(names).map(({ from }) => from)).toEqual(['BOOT.md'])
    const used = ['AGENT.md', 'SOUL.md', 'CONTEXT.md']
    expect(unusedNotices(names, used).map(({ from }) => from)).toEqual(['AGENTS.md', 'BOOT.md'])
  })

  it('are read under either of two names, and a second spelling is reported', async () => {
    const folder = await tempFolder({
      'SOUL.md': 'Kim.',
      'AGENT.md': 'Garden.',
      'TOOLS.md': '',
      'memory/MEMORY.md': '- Likes tea',
    })
    const { text, notices } = await build(folder.path)
    expect(text).toContain('Kim.\n\nGarden.')
    expect(notices).toEqual([])
    const both = await tempFolder({ ...basic, 'MEMORY.md': '- Likes tea', 'memory.md': '- Likes coffee' })
    const { report } = await createContext()
      .use(workspace(both.path))
      .budget({ window: 100_000, reserve: 0 })
      .build({ scope, message: 'Hello' })
    expect(report.layers.memory.notices).toMatchObject([{ code: 'FILE_NOT_USED', from: 'memory.md' }])
  })

  it.skipIf(!hasData)('are all accounted for in a real assistant workspace', async () => {
    const { text, notices } = await build(dataPath('workspaces/assistant'))
    expect(notices.map(({ code, from }) => `${code} ${from}`)).toEqual([
      'FILE_NOT_USED HEARTBEAT.md',
      'FILE_NOT_USED BOOTSTRAP.md',
      'FILE_NOT_USED BOOT.md',
    ])
    expect(text).toContain('# USER.md - About Your Human')
    expect(text).toContain('# IDENTITY.md - Who Am I?')
  })
})

describe('USER.md', () => {
  it.each(['group', 'channel', 'cron', 'subagent', undefined] as const)(
    'is only used in private sessions, not for kind %s',
    async (kind) => {
      const folder = await tempFolder({ ...basic, 'USER.md': 'Ada lives in Bern.' })
      const { text, notices } = await build(folder.path, {}, { tenant: 'acme', ...(kind && { kind }) })
      expect(text).not.toContain('Bern')
      expect(notices).toMatchObject([{ code: 'FILE_NOT_USED', details: { file: 'USER.md', kind: 'private' } }])
    },
  )
})

describe('missing files', () => {
  const missing = async (files: Readonly<Record<string, string>>, options?: WorkspaceOptions, of?: Scope) =>
    (await build((await tempFolder(files)).path, options, of)).notices.map(({ code, details }) => [
      code,
      details?.['file'],
    ])

  /** What `assistantWorkspace` sets. */
  const assistant: WorkspaceOptions = { tools: { titled: true } }

  it('are reported with what is used instead; tools and memories are expected of an assistant', async () => {
    expect(await missing({})).toEqual([
      ['FILE_MISSING', 'SOUL.md'],
      ['FILE_MISSING', 'AGENTS.md'],
    ])
    const { notices } = await build((await tempFolder()).path, assistant)
    expect(notices).toMatchObject([
      { code: 'FILE_MISSING', from: 'SOUL.md', details: { standIn: 'the default personality' } },
      { code: 'FILE_MISSING', from: 'AGENTS.md', details: { standIn: 'the default rules of behaviour' } },
      { code: 'FILE_MISSING', from: 'TOOLS.md', details: { standIn: 'what the tools say of themselves' } },
      { code: 'FILE_MISSING', from: 'memory/MEMORY.md', details: { standIn: 'nothing but dated notes' } },
    ])
    expect(await missing({ ...basic, 'AGENTS.md': '' }, assistant)).toEqual([])
  })

  it.each(['memory/MEMORY.md', 'MEMORY.md', 'memory.md'])('are not memories in %s', async (name) => {
    const { 'MEMORY.md': _, ...others } = basic
    expect(await missing({ ...others, [name]: '- Likes tea' }, assistant)).toEqual([])
    const dated = await missing({ ...others, 'memory/2026-01-02.md': 'Rain' }, assistant)
    expect(dated).toEqual([['FILE_MISSING', 'memory/MEMORY.md']])
  })

  it('have no default beside a prompt, and none if an agent has its own file', async () => {
    const { 'AGENTS.md': _, ...files } = { ...basic, 'AGENTS.editor.md': 'Correct.' }
    expect(await missing(files, { system: { prompt: 'Be kind.' } })).toEqual([])
    expect(await missing({}, { ...assistant, system: { prompt: 'Be kind.' } })).toEqual([
      ['FILE_MISSING', 'TOOLS.md'],
      ['FILE_MISSING', 'memory/MEMORY.md'],
    ])
    expect(await missing(files, {}, { ...scope, agent: 'editor' })).toEqual([])
    expect(await missing(files, {}, { ...scope, agent: 'other' })).toEqual([['FILE_MISSING', 'AGENTS.md']])
  })
})

describe('the layers sent to a provider', () => {
  const skill = { 'skills/tax/SKILL.md': '---\nname: tax\ndescription: Fills in forms.\n---\nBody' }

  it('excludes the workspace path, the number of tools, and skills that cannot be loaded', async () => {
    const folder = await tempFolder({ ...basic, ...skill })
    const { text } = await build(folder.path)
    expect(text).toBe('You are calm.\n\nAsk first.')
  })

  it('includes all of these for an assistant that works in the folder, and at most 50 messages', async () => {
    const folder = await tempFolder({ ...basic, ...skill })
    const { text } = await build(folder.path, {}, scope, assistantWorkspace)
    expect(text).toContain(`Workspace: ${folder.path}`)
    expect(text).toContain('Tools available: 0')
    expect(text).toContain('<name>tax</name>')
    const session = Array.from({ length: 80 }, (_, i) => ({ role: 'user', content: `message ${i}` }) as const)
    const builder = createContext().use(assistantWorkspace(folder.path)).budget({ window: 100_000, reserve: 0 })
    const { messages } = await builder.build({ scope, session, message: 'Now?' })
    expect(messages).toHaveLength(51)
  })

  it('has TOOLS.md under its title for an assistant that works in the folder', async () => {
    const folder = await tempFolder({ ...basic, 'TOOLS.md': '# Search\nTen words.' })
    const { text } = await build(folder.path, {}, scope, assistantWorkspace)
    expect(text).toContain('\n\nAvailable tools:\n# Search\nTen words.')
    const plain = await build(folder.path, { tools: { titled: false } }, scope, assistantWorkspace)
    expect(plain.text).not.toContain('Available tools:')
    expect((await build(folder.path)).text).not.toContain('Available tools:')
  })

  it("respects explicit options over the assistant's settings", async () => {
    const folder = await tempFolder({ ...basic, ...skill })
    const options = { bootstrap: { workspace: '~/agent' }, skills: { advertise: 'loadable' } } as const
    const { text } = await build(folder.path, options, scope, assistantWorkspace)
    expect(text).toContain('Workspace: ~/agent\nTools available: 0')
    expect(text).not.toContain('tax')
  })
})
