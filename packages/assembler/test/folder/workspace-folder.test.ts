import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import { createContextAssembler as createSeedAssembler } from '@lamella/assembler/seed'
import { createContext, defineLayer } from '@lamella/core'
import { workspace } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { executor, folder, now, tool, user } from '../assembler/support.ts'

const files = {
  'SOUL.md': 'You are Kim.',
  'IDENTITY.md': 'A gardener.',
  'AGENTS.md': 'Ask first.',
  'AGENT.md': 'You plan gardens.',
  'AGENT.roses.md': 'You know roses.',
  'CONTEXT.md': 'The garden is in Bern.',
  'USER.md': 'Ada has a garden.',
  'TOOLS.md': 'Use look for beds.',
  'HEARTBEAT.md': 'Water the beans.',
}
const private_ = { tenant: 'acme', kind: 'private' } as const

async function workspaceOf(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await folder({ ...files })
  for (const [name, text] of Object.entries(more)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return root
}

const remembered = {
  'memory/MEMORY.md': '- Beans in May\n',
  'skills/tax/SKILL.md': '---\nname: tax\ndescription: Fills in forms.\n---\nBody',
}

function setUp(root: string, config: object = {}) {
  return createContextAssembler(
    {
      sessionStore: { getMessages: () => [user('When do I sow beans?')], getMetadata: () => ({ revision: 1 }) },
      scope: private_,
      toolExecutor: executor(tool('look'), tool('load_skill')),
      now,
    },
    { model: 'gpt-4o', workspace: root, includeDatetime: false, cache: { fileTtl: 0 }, ...config },
  )
}

describe('a workspace folder of an assembler', () => {
  it('is read in the same way as by `workspace` and the command line', async () => {
    const root = await workspaceOf(remembered)
    const { system, metadata } = await setUp(root).assemble('s')
    const plain = await createContext()
      .use(workspace(root))
      .tools([tool('look'), tool('load_skill')])
      .budget({ window: 100_000, reserve: 0 })
      .build({ scope: private_, message: 'When do I sow beans?' })
    const texts = (parts: typeof system): unknown => parts.map(({ layer, content }) => [layer, content])
    expect(texts(system)).toEqual(texts(plain.system.filter(({ layer }) => layer !== 'bootstrap')))
    expect(system.map(({ layer }) => layer)).toEqual(['system', 'memory', 'skills', 'tools'])
    expect(metadata.notices.map(({ code, from }) => `${code} ${from}`)).toEqual(['FILE_NOT_USED HEARTBEAT.md'])
  })

  it("uses an agent's own files instead of the general ones", async () => {
    const assembler = setUp(await workspaceOf())
    const { systemPrompt } = await assembler.assemble('s', 'roses')
    expect(systemPrompt).toContain('You know roses.')
    expect(systemPrompt).not.toContain('You plan gardens.')
    expect((await assembler.assemble('s', 'beans')).systemPrompt).toContain('You plan gardens.')
  })

  it('is cached until one of its files changes', async () => {
    const root = await workspaceOf(remembered)
    const assembler = setUp(root)
    const cached = async (): Promise<boolean> => (await assembler.assemble('s')).metadata.cached
    const change = (name: string, text: string): Promise<void> => writeFile(join(root, name), text)
    expect([await cached(), await cached()]).toEqual([false, true])
    const changes: readonly (() => Promise<void>)[] = [
      () => change('AGENT.md', 'You plan parks.'),
      () => change('CONTEXT.md', 'The park is in Bern.'),
      () => change('TOOLS.md', 'Use look for lawns.'),
      () => change('memory/MEMORY.md', '- Beans in June, or later\n'),
      () => change('skills/tax/SKILL.md', '---\nname: tax\ndescription: Fills in long forms.\n---\nBody'),
      () => change('BOOT.md', 'Say hello.'),
      () => rm(join(root, 'HEARTBEAT.md')),
    ]
    for (const [at, make] of changes.entries()) {
      await make()
      expect([at, await cached(), await cached()]).toEqual([at, false, true])
    }
  })

  it('checks memory on every request, and everything else again after `fileTtl` of `cache`', async () => {
    const root = await workspaceOf(remembered)
    const assembler = setUp(root, { cache: { fileTtl: 60_000 } })
    await assembler.assemble('s')
    await writeFile(join(root, 'AGENT.md'), 'You plan parks.')
    await writeFile(join(root, 'skills/tax/SKILL.md'), '---\nname: tax\ndescription: Fills in long forms.\n---\nBody')
    await rm(join(root, 'HEARTBEAT.md'))
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
    await writeFile(join(root, 'memory/MEMORY.md'), '- Beans in June, or later\n')
    const { systemPrompt, metadata } = await assembler.assemble('s')
    expect(metadata.cached).toBe(false)
    expect(systemPrompt).toContain('Beans in June')
    expect(systemPrompt).toContain('You plan gardens.')
  })

  it('adds no text about tools without TOOLS.md, because an assembler can list them itself', async () => {
    const root = await workspaceOf()
    await rm(join(root, 'TOOLS.md'))
    expect((await setUp(root).assemble('s')).systemPrompt).not.toContain('Does look.')
    const { systemPrompt } = await setUp(root, { generateToolsSummary: true }).assemble('s')
    expect(systemPrompt.split('Does look.')).toHaveLength(2)
  })

  it("lets your own layer replace the folder's layer", async () => {
    const root = await workspaceOf(remembered)
    const assembler = createContextAssembler(
      {
        sessionStore: { getMessages: () => [user('Hello')] },
        scope: private_,
        layers: [defineLayer('memory', { order: 300, load: () => 'Remembered elsewhere.' })],
      },
      { model: 'gpt-4o', workspace: root },
    )
    const { systemPrompt } = await assembler.assemble('s')
    expect(systemPrompt).toContain('Remembered elsewhere.')
    expect(systemPrompt).not.toContain('Beans in May')
  })

  it('stays cached when your own layer replaces the layer of a changed file', async () => {
    const root = await workspaceOf(remembered)
    const assembler = createContextAssembler(
      {
        sessionStore: { getMessages: () => [user('Hello')], getMetadata: () => ({ revision: 1 }) },
        scope: private_,
        now,
        layers: [defineLayer('memory', { order: 300, load: () => 'Remembered elsewhere.' })],
        layersVersion: () => '1',
      },
      { model: 'gpt-4o', workspace: root, cache: { fileTtl: 0 } },
    )
    await assembler.assemble('s')
    await writeFile(join(root, 'memory/MEMORY.md'), '- Beans in June, or later\n')
    expect((await assembler.assemble('s')).metadata.cached).toBe(true)
    await writeFile(join(root, 'AGENT.md'), 'You plan parks.')
    expect((await assembler.assemble('s')).metadata.cached).toBe(false)
  })

  it('is reported as missing with each request, and found once it exists', async () => {
    const root = join(await folder({}), 'later')
    const assembler = setUp(root)
    await expect(assembler.assemble('s')).rejects.toMatchObject({ code: 'WORKSPACE_NOT_FOUND' })
    await mkdir(root)
    await writeFile(join(root, 'AGENT.md'), 'You plan gardens.')
    expect((await assembler.assemble('s')).systemPrompt).toContain('You plan gardens.')
  })

  it('consists of three documented files at the seed entry, which reports the files it does not read', async () => {
    const assembler = createSeedAssembler(
      { sessionStore: { getMessages: () => [user('Hello')] } },
      { defaultModel: 'gpt-4o', bootstrapPath: await workspaceOf(remembered), includeDatetime: false },
    )
    const { system, metadata } = await assembler.assemble('s', 'roses')
    expect(system.map(({ content }) => content)).toEqual(['You know roses.', 'You are Kim.', 'The garden is in Bern.'])
    expect(metadata.notices.map(({ code, from }) => `${code} ${from}`)).toEqual(
      ['IDENTITY', 'AGENTS', 'USER', 'TOOLS', 'HEARTBEAT'].map((name) => `FILE_NOT_USED ${name}.md`),
    )
  })
})
