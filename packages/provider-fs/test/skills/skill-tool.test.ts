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
    [undefined, /takes an object with name/],
    [{ name: 5 }, /name must be a text/],
    [{ name: 'taxx' }, /There is no skill "taxx"\. Did you mean 'tax'\? Use one of these: tax\./],
    [{ name: '../../etc/passwd' }, /There is no skill/],
    [{ name: 'secret' }, /There is no skill "secret"\. Use one of these: tax\./],
    [{ name: '\ud800' }, /There is no skill/],
    [{ name: 'tax', path: '/etc/passwd' }, /no parameter "path"/],
  ])('reports the problem with %j to the model', async (input, problem) => {
    const folder = await tempFolder(files)
    const output = await skillTool(workspaceSources(folder.path).skills).handle(input)
    expect(output).toMatchObject({ type: 'error-text', value: expect.stringMatching(problem) })
    expect(String(output.type === 'error-text' && output.value)).not.toMatch(/\p{Cs}/u)
  })
})
