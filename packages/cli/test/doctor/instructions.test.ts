import { expect, it } from 'vitest'
import { lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

it('names what instructions import, and rules and skills of other programs', async () => {
  const folder = await tempFolder({
    'SOUL.md': 'x',
    'AGENTS.md': '@CLAUDE.md @docs/missing.md',
    'CLAUDE.md': 'x',
    '.github/copilot-instructions.md': 'x',
    '.claude/skills/a/SKILL.md': '---\nname: a\ndescription: x\n---\n',
  })
  const { code, stdout } = await lamella(['doctor', folder])
  expect(code).toBe(1)
  expect(stdout.match(/^ +problem .*$/gm)).toEqual([
    expect.stringMatching(/problem {2}AGENTS\.md imports docs\/missing\.md, which does not exist\.$/),
  ])
  expect(stdout).toMatch(/note {5}\.github\/copilot-instructions\.md \(rules for GitHub Copilot\) is not used\./)
  expect(stdout).toMatch(/note {5}\.claude\/skills \(skills\) is not used\. Move them to skills\//)
  expect(stdout).not.toContain('CLAUDE.md (')
})
