import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BootstrapFileLoader } from '../../src/seed/bootstrap-file-loader.ts'

const files = {
  'AGENT.md': '# Agent\n\nYou help.\n',
  'AGENT.research.md': 'You search.',
  'SOUL.md': '---\nsummary: Who\n---\n# Soul',
  'CONTEXT.md': 'Costs $& and <b>.',
}

async function folderOf(texts: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'lamella-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(texts)) await writeFile(join(path, name), text)
  return path
}

/** A loader with a manual clock. */
async function setUp(texts: Readonly<Record<string, string | Uint8Array>>, options: object = {}) {
  const folder = await folderOf(texts)
  const clock = { now: 0 }
  const loader = new BootstrapFileLoader({ bootstrapPath: folder, now: () => clock.now, ...options })
  return { folder, clock, loader, write: (name: string, text: string) => writeFile(join(folder, name), text) }
}

const codes = (notices: readonly { readonly code: string }[]): string[] => notices.map(({ code }) => code)

describe('BootstrapFileLoader', () => {
  it('loads all files, and the files of one agent', async () => {
    const loader = new BootstrapFileLoader({
      bootstrapPath: await folderOf(files),
      enableCaching: true,
      cacheTTL: 60_000, // 60 seconds
    })

    // Load all files
    const all = await loader.loadAll()
    expect(all.agent).toBe('# Agent\n\nYou help.\n') // AGENT.md content
    expect(all.soul).toBe('# Soul') // SOUL.md content
    expect(all.context).toBe('Costs $& and <b>.') // CONTEXT.md content

    // Load agent-specific file: tries AGENT.research.md first, falls back to AGENT.md
    expect(await loader.loadForAgent('research', 'agent')).toBe('You search.')
    expect(await loader.loadForAgent('writing', 'agent')).toBe(all.agent)
    expect(await loader.loadForAgent('research', 'soul')).toBe(all.soul)
  })

  it('omits missing files, with a notice for each', async () => {
    const { loader } = await setUp({ 'SOUL.md': '' })
    const { notices, ...texts } = await loader.loadAll()
    expect(texts).toEqual({ soul: '' })
    expect(notices.map(({ code, from }) => [code, from])).toEqual([
      ['FILE_MISSING', 'AGENT.md'],
      ['FILE_MISSING', 'CONTEXT.md'],
    ])
    expect(await loader.loadForAgent('research', 'context')).toBeUndefined()
  })

  it.each([['../research'], ['a/../../secret'], ['research.md\0'], [''], ['x'.repeat(65)], ['.'], ['CON:']])(
    'uses the general files for an agent called %j, with a notice',
    async (agentId) => {
      const { loader } = await setUp(files)
      const read = await loader.read(agentId)
      expect(read.agent).toBe(files['AGENT.md'])
      expect(codes(read.notices)).toEqual(['AGENT_NAME_UNSAFE'])
      expect(await loader.read(`${agentId}/`)).toEqual(read)
      expect(await loader.loadForAgent(agentId, 'agent')).toBe(files['AGENT.md'])
    },
  )

  it('also reports each missing file for an agent with an unsafe name', async () => {
    const { loader } = await setUp({ 'AGENT.md': 'general' })
    const { notices, ...texts } = await loader.read('../research')
    expect(texts).toEqual({ agent: 'general' })
    expect(codes(notices)).toEqual(['AGENT_NAME_UNSAFE', 'FILE_MISSING', 'FILE_MISSING'])
  })

  it("uses the general file, with a notice, if an agent's own leads outside or is not text", async () => {
    const { loader, folder } = await setUp({ ...files, 'AGENT.bad.md': 'a\0' })
    const outside = await folderOf({ 'secret.md': 'secret' })
    await symlink(join(outside, 'secret.md'), join(folder, 'AGENT.link.md'))
    for (const [agentId, code] of [
      ['bad', 'FILE_NOT_TEXT'],
      ['link', 'FILE_OUTSIDE_ROOT'],
    ] as const) {
      const read = await loader.read(agentId)
      expect([read.agent, codes(read.notices)]).toEqual([files['AGENT.md'], [code]])
    }
  })

  it('reports workspace files that it does not read, but not those of other agents', async () => {
    const { loader } = await setUp({
      ...files,
      'USER.md': '',
      'IDENTITY.md': 'x',
      'soul.md': 'x',
      'AGENT.other.md': 'x',
      '.hidden.md': '',
      'notes.txt': '',
    })
    const notices = await loader.unused()
    expect(notices.map(({ code, from }) => [code, from])).toEqual([
      ['FILE_NOT_USED', 'IDENTITY.md'],
      ['FILE_NOT_USED', 'USER.md'],
      ['FILE_NOT_USED', 'soul.md'],
    ])
  })

  it('reports each file that it shortens', async () => {
    const { loader } = await setUp(
      { 'AGENT.md': 'x'.repeat(5_000), 'SOUL.md': '', 'CONTEXT.md': '' },
      { maxChars: 1_000 },
    )
    const { agent, notices } = await loader.loadAll()
    expect(agent).toHaveLength(1_000)
    expect(agent).toContain('AGENT.md left out here')
    expect(codes(notices)).toEqual(['FILE_TRUNCATED'])
  })

  it('notices when a file is added or removed', async () => {
    const { loader, clock, write, folder } = await setUp({ 'AGENT.md': 'general' })
    expect((await loader.read('kim')).agent).toBe('general')
    await write('AGENT.kim.md', 'special')
    clock.now = 6_000 // A missing file is cached for a short time only.
    expect((await loader.read('kim')).agent).toBe('special')
    await rm(join(folder, 'AGENT.kim.md'))
    clock.now = 100_000
    expect((await loader.read('kim')).agent).toBe('general')
  })

  it('does not check the disk within the time to live, but checks on each call without caching', async () => {
    const { loader, clock, write } = await setUp(files)
    await loader.loadAll()
    await write('SOUL.md', 'new')
    clock.now = 59_999
    expect((await loader.loadAll()).soul).toBe('# Soul')
    clock.now = 60_001
    expect((await loader.loadAll()).soul).toBe('new')

    const uncached = await setUp(files, { enableCaching: false })
    const before = await uncached.loader.loadAll()
    expect(await uncached.loader.loadAll()).toEqual(before)
    await uncached.write('SOUL.md', 'new')
    expect((await uncached.loader.loadAll()).soul).toBe('new')
  })

  it('reports a missing folder, and finds it once it exists', async () => {
    const folder = await folderOf({})
    const loader = new BootstrapFileLoader({ bootstrapPath: join(folder, 'none'), enableCaching: false })
    await expect(loader.loadAll()).rejects.toMatchObject({ code: 'WORKSPACE_NOT_FOUND' })
    await symlink(await folderOf(files), join(folder, 'none'))
    expect((await loader.loadAll()).soul).toBe('# Soul')
  })

  it('stops when aborted', async () => {
    const { loader } = await setUp(files)
    const reason = new Error('enough')
    const aborted = { code: 'ABORTED', cause: reason }
    await expect(loader.read('research', AbortSignal.abort(reason))).rejects.toMatchObject(aborted)
    expect((await loader.read('research')).agent).toBe('You search.')
  })

  it('rejects invalid options', async () => {
    const make = (options: unknown) => () => new BootstrapFileLoader(options as never)
    expect(make({})).toThrow(/'bootstrapPath' is missing.*OPTION_INVALID/)
    expect(make({ bootstrapPath: '.', cacheTtl: 1 })).toThrow(/Did you mean 'cacheTTL'/)
    expect(make({ bootstrapPath: '.', cacheTTL: -1 })).toThrow(/OPTION_INVALID/)
    expect(make({ bootstrapPath: '' })).toThrow(/path of a folder.*OPTION_INVALID/)
    expect(make(undefined)).toThrow(/OPTION_INVALID/)
    const { loader } = await setUp(files)
    for (const kind of ['agents', '__proto__', 'notices']) {
      await expect(loader.loadForAgent('a', kind as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    }
    await expect(loader.read(7 as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
