import { readFile } from 'node:fs/promises'
import { createContext, isLamellaError } from '@lamella/core'
import { assistantWorkspace, openWorkspace, type WorkspaceOptions, workspace } from '@lamella/provider-fs'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordRanker as ranker } from '../../testkit/test/rankers/word-ranker.ts'
import { tempFolder } from './helpers/folder.ts'
import { scope } from './helpers/request.ts'

const files = {
  'SOUL.md': 'You are calm.',
  'MEMORY.md': '- Anna likes green tea.\n',
  'skills/tax/SKILL.md': '---\nname: tax\ndescription: Fills in forms.\n---\nTake form 12.',
}
const every = ['load_skill', 'read_skill_file', 'search_memory', 'remember', 'forget', 'recall']

describe('a workspace with context tools', () => {
  it('offers them, and names them to the model', async () => {
    const folder = await tempFolder(files)
    const layers = workspace(folder.path, { contextTools: true, ranker })
    const { definitions, handle } = layers.contextTools
    expect(definitions.map(({ name }) => name)).toEqual(['load_skill', 'read_skill_file', 'search_memory'])
    const builder = createContext().use(layers).tools(definitions).budget({ window: 8_000, reserve: 1_000 })
    const { system } = await builder.build({ scope, message: 'My tax' })
    expect(system.map(({ content }) => content).join('\n')).toContain('load that skill with the tool load_skill')
    expect((await handle('load_skill', { name: 'tax' }, { scope })).value).toContain('Take form 12.')
    expect((await handle('search_memory', { query: 'green tea' }, { scope })).value).toContain('Anna likes green tea.')
  })

  it('writes to MEMORY.md for its owner, where that is allowed', async () => {
    const folder = await tempFolder(files)
    const { contextTools } = openWorkspace(folder.path, {
      ranker,
      contextTools: { scope, allow: ['remember', 'forget'] },
    })
    const said = await contextTools?.handle('remember', { text: 'Anna has a dog.' })
    const id = /\[(.+)\]/.exec(said?.value ?? '')?.[1]
    expect(await readFile(folder.at('MEMORY.md'), 'utf8')).toContain('Anna has a dog.')
    expect((await contextTools?.handle('search_memory', { query: 'dog' }))?.value).toContain(`[${id}]`)
    const other = { ...scope, tenant: 'umbrella' }
    expect(await contextTools?.handle('forget', { id }, { scope: other })).toMatchObject({ type: 'error-text' })
    expect(await contextTools?.handle('forget', { id })).toEqual({ type: 'text', value: 'Forgotten.' })
    expect(await readFile(folder.at('MEMORY.md'), 'utf8')).toBe(files['MEMORY.md'])
  })

  it('needs an owner to write', async () => {
    const folder = await tempFolder(files)
    const made = (): unknown => openWorkspace(folder.path, { contextTools: { allow: ['remember'] } })
    expect(made).toThrow(/'scope' is missing/)
    const wrong = { contextTools: 'yes' } as unknown as WorkspaceOptions
    expect(() => openWorkspace(folder.path, wrong)).toThrow(/contextTools/)
    try {
      made()
    } catch (error) {
      expect(isLamellaError(error, 'OPTION_INVALID')).toBe(true)
    }
  })

  it('names no tool that is not in the request, in whole builds', async () => {
    const folder = await tempFolder(files)
    const sessions = createSessionStore({ ranker })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          make: fc.constantFrom(workspace, assistantWorkspace),
          ranked: fc.boolean(),
          recalls: fc.boolean(),
          allow: fc.subarray(['remember', 'forget'] as const),
          kept: fc.subarray(every),
          kind: fc.constantFrom('private', 'group'),
        }),
        async ({ make, ranked, recalls, allow, kept, kind }) => {
          const owner = { ...scope, kind } as const
          const contextTools = { scope: owner, allow, ...(recalls && { sessions }) }
          const layers = make(folder.path, { contextTools, ...(ranked && { ranker }) })
          // A host may leave some of them out.
          const tools = layers.contextTools.definitions.filter(({ name }) => kept.includes(name))
          const builder = createContext().use(layers).tools(tools).budget({ window: 8_000, reserve: 1_000 })
          const context = await builder.build({ scope: owner, message: 'My tax' })
          const there = context.tools.map(({ name }) => name)
          const text = context.system.map(({ content }) => content).join('\n')
          for (const name of every) if (new RegExp(`\\b${name}\\b`).test(text)) expect(there).toContain(name)
        },
      ),
      { numRuns: 60 },
    )
  })
})
