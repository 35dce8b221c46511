import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import { openWorkspace } from '@lamella/provider-fs'
import { expect, it, onTestFinished } from 'vitest'
import { wordRanker as ranker } from '../../../testkit/test/rankers/word-ranker.ts'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const every = ['load_skill', 'read_skill_file', 'search_memory', 'remember', 'forget', 'recall']

async function workspaceFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'skills/tax'), { recursive: true })
  await writeFile(
    join(folder, 'skills/tax/SKILL.md'),
    '---\nname: tax\ndescription: Fills in forms.\n---\nTake form 12.',
  )
  return folder
}

const sessionStore = { getMessages: () => [{ role: 'user' as const, content: 'My tax' }] }
const own = { name: 'fetch', inputSchema: { type: 'object' } }

it('offers context tools after the tools of the executor, and lists skills for them', async () => {
  const workspace = await workspaceFolder()
  const { contextTools } = openWorkspace(workspace, { ranker, contextTools: true })
  const assembler = createContextAssembler(
    { sessionStore, scope, toolExecutor: { list: () => [own] }, ...(contextTools && { contextTools }) },
    { model: 'gpt-4o', workspace },
  )
  const { tools, system } = await assembler.assemble('chat-1')
  expect(tools.map(({ name }) => name)).toEqual(['fetch', 'load_skill', 'read_skill_file', 'search_memory'])
  expect(system.map(({ content }) => content).join('\n')).toContain('<name>tax</name>')
})

it.each([[every], [['load_skill']], [['search_memory']], [[]]])(
  'names none of %j that a request disables',
  async (disabledTools) => {
    const workspace = await workspaceFolder()
    const { contextTools } = openWorkspace(workspace, {
      ranker,
      contextTools: { scope, allow: ['remember', 'forget'] },
    })
    const assembler = createContextAssembler(
      { sessionStore, scope, ...(contextTools && { contextTools }) },
      { model: 'gpt-4o', workspace, generateToolsSummary: true },
    )
    const { tools, system } = await assembler.assemble('chat-1', undefined, { disabledTools })
    const there = tools.map(({ name }) => name)
    const text = system.map(({ content }) => content).join('\n')
    for (const name of disabledTools) expect(there).not.toContain(name)
    for (const name of every) if (new RegExp(`\\b${name}\\b`).test(text)) expect(there).toContain(name)
    expect(text.includes('<name>tax</name>')).toBe(there.includes('load_skill'))
  },
)

it('rejects values that are not a set of tools', () => {
  const made = (): unknown => createContextAssembler({ sessionStore, scope, contextTools: {} as never })
  expect(made).toThrow(/contextTools/)
})
