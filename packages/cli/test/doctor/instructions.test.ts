import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
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

it('names files that are not used once, also in other cases', async () => {
  const folder = await tempFolder({ 'SOUL.md': 'x', 'agents.md': 'x', 'claude.md': 'x', 'memory/2026/01.md': '- x' })
  const { stdout } = await lamella(['doctor', folder])
  expect(stdout.match(/^ +(?:problem|note) .*agents\.md .*$/gm)).toEqual([
    expect.stringMatching(/agents\.md is not read: its name must be AGENTS\.md\.$/),
  ])
  expect(stdout).toMatch(/claude\.md \(rules for Claude Code\) is not used\./)
  expect(stdout).toMatch(/memory\/2026\/ is not read\./)
})

it('names what any instruction file imports, and no file that is a link to one that is read', async () => {
  const folder = await tempFolder({ 'SOUL.md': '@missing.md @GEMINI.md', 'AGENTS.md': 'x', 'GEMINI.md': 'x' })
  await symlink('AGENTS.md', join(folder, 'CLAUDE.md'))
  const { stdout } = await lamella(['doctor', folder])
  expect(stdout).toMatch(/problem {2}SOUL\.md imports missing\.md, which does not exist\./)
  expect(stdout).not.toMatch(/(?:CLAUDE|GEMINI)\.md \(/)
})
