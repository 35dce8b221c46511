import { createContext } from '@lamella/core'
import { skillTool, workspace, workspaceSources } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { scope } from '../helpers/request.ts'

const files = {
  'skills/tax/SKILL.md': '---\nname: tax\ndescription: Fills in forms.\n---\nTake form 12.',
  'skills/tax/references/rates.md': 'rates',
  'skills/secret/SKILL.md': '---\nname: secret\ndescription: x\ndisable-model-invocation: true\n---\nHidden.',
}

describe('skillTool', () => {
  it('makes skills loadable, so that they are listed', async () => {
    const folder = await tempFolder(files)
    const { definition } = skillTool(workspaceSources(folder.path).skills)
    const context = await createContext()
      .use(workspace(folder.path))
      .budget({ window: 8_000, reserve: 1_000 })
      .build({ scope, message: 'My tax return', tools: [definition] })
    expect(context.system.map(({ content }) => content).join('\n')).toContain('<name>tax</name>')
    expect(context.tools.map(({ name }) => name)).toEqual(['load_skill'])
  })

  it("returns a skill's instructions and lists its other files", async () => {
    const folder = await tempFolder(files)
    const tool = skillTool(workspaceSources(folder.path).skills)
    expect(await tool.handle({ name: 'tax' })).toEqual({
      type: 'text',
      value: 'Skill tax\n\nTake form 12.\n\nFiles next to skills/tax/SKILL.md:\n- references/rates.md',
    })
  })

  it.each([
    [undefined, /'name' must be/],
    [{ name: 5 }, /'name' must be/],
    [{ name: 'taxx' }, /Skill 'taxx' does not exist\. Did you mean 'tax'/],
    [{ name: '../../etc/passwd' }, /Skill '.+' does not exist/],
    [{ name: 'secret' }, /Skill 'secret' does not exist/],
    [{ name: '\ud800' }, /Skill '.+' does not exist/],
  ])('reports the problem with %j to the model', async (input, problem) => {
    const folder = await tempFolder(files)
    const output = await skillTool(workspaceSources(folder.path).skills).handle(input)
    expect(output).toMatchObject({ type: 'error-text', value: expect.stringMatching(problem) })
    expect(JSON.stringify(output)).not.toMatch(/\\ud8/)
  })
})
