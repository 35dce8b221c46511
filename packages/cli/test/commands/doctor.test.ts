import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { storeWithChat, tempFolder } from '../support/stores.ts'

interface Found {
  readonly sections: readonly {
    readonly title: string
    readonly remarks: readonly { readonly mark: string; readonly text: string; readonly fix?: string }[]
  }[]
  readonly problems: number
  readonly notes: number
}

async function problemsOf(folder: string, ...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await lamella(['doctor', folder, '--json', ...options])
  const { sections }: Found = JSON.parse(stdout)
  return sections.flatMap(({ remarks }) =>
    remarks.flatMap(({ mark, text, fix }) => (mark === 'problem' ? [`${text} FIX ${fix}`] : [])),
  )
}

const skill = (fields: string): string => `---\n${fields}\n---\nBody\n`

describe('lamella doctor', () => {
  it('finds no problems in a good workspace, and lists its contents', async () => {
    const { code, stdout, stderr } = await lamella(['doctor', fixture('agent')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Instructions\n {2}ok {7}SOUL\.md: \d+ characters, \d+ tokens\.\n/)
    expect(stdout).toMatch(/ {2}ok {7}AGENTS\.editor\.md: /)
    expect(stdout).toMatch(/ {2}note {5}TOOLS\.md is missing\.\n/)
    expect(stdout).toMatch(/\nMemory\n {2}ok {7}\d+ entries in 1 file, 0 of them dated; \d+ tokens\.\n/)
    expect(stdout).toMatch(/\nSkills\n {2}ok {7}1 skill, \d+ tokens of names and descriptions\.\n/)
    expect(stdout).toMatch(
      /\nBuild\n {2}ok {7}\d+ of 128,000 tokens before .*; 4,000 are reserved, [\d,]+ are free\.\n/,
    )
    expect(stdout).toMatch(/ {2}ok {7}system requests \d+ tokens and gets all of them\.\n/)
    expect(stdout).toMatch(/\n\n0 problems, 2 notes\n$/)
  })

  it('accepts an empty folder as an empty workspace', async () => {
    const folder = await tempFolder()
    const { code, stdout } = await lamella(['doctor', folder])
    expect(code).toBe(0)
    expect(stdout).toMatch(/SOUL\.md is missing.+No memories.+No skills.+No sessions.+0 problems, 6 notes\n$/s)
    expect(await readdir(folder)).toEqual([])
  })

  it('reports a missing folder', async () => {
    const { code, stdout, stderr } = await lamella(['doctor', join(await tempFolder(), 'nowhere')])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error \[WORKSPACE_NOT_FOUND\]/)
  })

  it('prints the same as JSON', async () => {
    const folder = await tempFolder({ 'agents.md': 'x', 'skills/a/SKILL.md': skill('name: a') })
    const [text, json] = [await lamella(['doctor', folder]), await lamella(['doctor', folder, '--json'])]
    const { sections, problems, notes }: Found = JSON.parse(json.stdout)
    expect([text.code, json.code]).toEqual([1, 1])
    expect(text.stdout.endsWith(`\n${problems} problems, ${notes} notes\n`)).toBe(true)
    for (const { title, remarks } of sections) {
      expect(text.stdout).toContain(`${title}\n`)
      for (const remark of remarks) expect(text.stdout).toContain(remark.text)
    }
  })

  it('finds problems in instruction files, and how to fix them', async () => {
    const folder = await tempFolder({
      'soul.md': 'lower case',
      'AGENTS.md': 'rule '.repeat(5_000),
      'AGENTS.my agent.md': 'never read',
      'AGENTS.empty.md': '\n',
      'TOOLS.md': 'a\u0000b',
    })
    expect(await problemsOf(folder)).toEqual([
      'soul.md is not read: its name must be SOUL.md. FIX Rename it to SOUL.md.',
      expect.stringMatching(/^AGENTS\.md has 25000 characters, more than its limit of 20000 .* FIX Shorten the file/),
      expect.stringMatching(/^AGENTS\.my agent\.md: The agent's name cannot be part .* FIX Use up to 64 letters/),
      expect.stringMatching(/^TOOLS\.md is not text: .* FIX Save it as UTF-8\.$/),
    ])
    const { stdout } = await lamella(['doctor', folder, '--agent', 'editor'])
    expect(stdout).toContain('AGENTS.empty.md is empty.')
    expect(stdout).toContain('AGENTS.editor.md is missing; AGENTS.md is used instead.')
  })

  it('finds problems in memory', async () => {
    const folder = await tempFolder({
      'MEMORY.md': '- one\n',
      'memory.md': '- two\n',
      'memory/2026-03-13.md': `- three\n${'long '.repeat(30_000)}`,
      'memory/2026-02-30.md': '- no day',
      'memory/ideas.md': '- no day either',
    })
    await symlink('/etc/hosts', join(folder, 'memory/2026-03-12.md'))
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^memory\/2026-03-12\.md leads out of the workspace folder .* FIX Move the file/),
      expect.stringMatching(/^memory\/2026-03-13\.md has .* more than its limit of 100000 .* FIX Shorten/),
      expect.stringMatching(/^memory\/2026-02-30\.md is not read\. FIX Rename it to MEMORY\.md or to its day/),
      expect.stringMatching(/^memory\/ideas\.md is not read\. FIX /),
      'memory.md is not read, because MEMORY.md exists. FIX Merge the two into one file.',
    ])
  })

  it('finds problems in skills, field by field', async () => {
    const folder = await tempFolder({
      'skills/good/SKILL.md': skill('name: good\ndescription: Good.'),
      'skills/twin/SKILL.md': skill('name: good\ndescription: Better.'),
      'skills/mute/SKILL.md': skill('name: mute'),
      'skills/run/SKILL.md': '---js\nmodule.exports = {}\n---\n',
      'skills/More/SKILL.md': skill('name: More\ndescription: x\ntools: all'),
      'skills/hidden/SKILL.md': skill('name: hidden\ndescription: x\ndisable-model-invocation: true'),
      'skills/long/SKILL.md': `${skill('name: long\ndescription: x')}${'word '.repeat(10_000)}`,
      'skills/shared/notes.md': 'no skill',
      'skills/group/deeper/inner/SKILL.md': skill('name: inner\ndescription: x\nhomepage: y'),
      'skills/group/shared/notes.md': 'no skill',
    })
    const found = await problemsOf(folder)
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/skills\/mute\/SKILL\.md was left out: .* FIX Correct the file/),
        expect.stringMatching(/skills\/run\/SKILL\.md was left out: .* FIX Correct the file/),
        expect.stringMatching(/^Two skills have the name 'good'.* FIX Rename one of them\.$/),
        expect.stringMatching(
          /^skills\/twin\/SKILL\.md: name must match the name of its directory, 'twin'\. FIX Correct 'name'/,
        ),
        expect.stringMatching(/^skills\/More\/SKILL\.md: 'tools' is not a field .* FIX Remove 'tools' from/),
        expect.stringMatching(/^skills\/More\/SKILL\.md: name must be lowercase\. FIX /),
        expect.stringMatching(/^skills\/group\/deeper\/inner\/SKILL\.md: 'homepage' is not a field .* FIX Remove/),
        expect.stringMatching(/^skills\/long\/SKILL\.md has .* more than its limit of 40000 .* FIX Shorten/),
      ]),
    )
    expect(found).toHaveLength(8)
    const { stdout } = await lamella(['doctor', folder])
    expect(stdout).toMatch(/note {5}skills\/shared has no SKILL\.md/)
    expect(stdout).toMatch(/note {5}skills\/hidden\/SKILL\.md: .* out of the model's list/)
  })

  it('reports a fault shared by many skills once', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `s${i}`)
    const folder = await tempFolder(
      Object.fromEntries(
        names.map((name) => [`skills/${name}/SKILL.md`, skill(`name: ${name}\ndescription: x\nhomepage: y`)]),
      ),
    )
    const { stdout } = await lamella(['doctor', folder])
    expect(stdout.match(/'homepage' is not a field/g)).toHaveLength(1)
    expect(stdout).toMatch(/problem {2}8 skill files: 'homepage' .*\n +in skills\/s0\/SKILL\.md, .*, …\n +fix: Remove/)
    const { sections } = JSON.parse((await lamella(['doctor', folder, '--json'])).stdout)
    const [found] = sections[2].remarks.filter(({ mark }: { mark: string }) => mark === 'problem')
    expect(found.files).toEqual(names.map((name) => `skills/${name}/SKILL.md`))
  })

  it('names workspace files that are not used', async () => {
    const folder = await tempFolder({
      'SOUL.md': 'x',
      'AGENT.md': 'You garden.',
      'CONTEXT.md': 'A garden.',
      'CLAUDE.md': 'x',
      'HEARTBEAT.md': 'x',
      'USER.md': 'Ada',
      'identity.md': 'x',
    })
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^identity\.md is not read: its name must be IDENTITY\.md/),
      expect.stringMatching(/^CLAUDE\.md \(.+\) is not used\. FIX Move its content to AGENTS\.md/),
    ])
    const { stdout } = await lamella(['doctor', folder])
    expect(stdout).toMatch(
      /note {5}HEARTBEAT\.md \(.+\) is not used\. Send its text as the message of a scheduled run\./,
    )
    expect(stdout).toMatch(/ok {7}USER\.md: 3 characters/)
    expect(stdout).toMatch(/ok {7}AGENT\.md: 11 characters/)
    expect(stdout).toMatch(/ok {7}CONTEXT\.md: 9 characters/)
    expect(stdout).not.toContain('AGENTS.md is missing')
    await writeFile(join(folder, 'AGENTS.md'), 'You garden.')
    const both = await lamella(['doctor', folder])
    expect(both.stdout).toMatch(/note {5}AGENT\.md has the same text as AGENTS\.md and is not used\./)
    expect((await problemsOf(folder)).filter((text) => text.startsWith('CLAUDE.md'))).toEqual([])
  })

  it('does not follow a link to a skill outside the workspace', async () => {
    const outside = await tempFolder({ 'SKILL.md': skill('name: BAD\ndescription: secret') })
    const folder = await tempFolder({ 'skills/good/SKILL.md': skill('name: good\ndescription: Good.') })
    await symlink(outside, join(folder, 'skills/away'))
    const { code, stdout } = await lamella(['doctor', folder])
    expect(code).toBe(1)
    expect(stdout).toMatch(/problem {2}skills\/away\/SKILL\.md leads out of the workspace folder/)
    expect(stdout).not.toMatch(/BAD|secret/)
  })

  it('reports what would be cut by which limit, or that nothing fits', async () => {
    const entries = Array.from({ length: 400 }, (_, i) => `- entry ${i} ${'word '.repeat(20)}\n`)
    const folder = await tempFolder({ 'AGENTS.md': 'rule '.repeat(3_000), 'memory/MEMORY.md': entries.join('') })
    const tight = await lamella(['doctor', folder, '--window', '3400', '--reserve', '0'])
    expect(tight.code).toBe(0)
    expect(tight.stdout).toMatch(/note {5}memory leaves out 380: beyond the 20 most relevant memories\./)
    expect(tight.stdout).toMatch(/note {5}memory requests [\d,]+ tokens and gets [\d,]+: .* dropped, by the window\.\n/)
    const [overflow] = await problemsOf(folder, '--window', '500')
    expect(overflow).toMatch(/^Required content takes .* FIX --window \d+ --reserve \d+ works/)
  })

  it('checks conversations: in the folder, in a store, in a file', async () => {
    const lines = '{"role":"user","content":"Hello"}\nnot a message\n'
    const folder = await tempFolder({ 'SOUL.md': 'x', 'sessions/cli.jsonl': lines, 'good.jsonl': lines.slice(0, 34) })
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/sessions\/cli\.jsonl: Line 2 is not valid JSON.* FIX Correct or remove the line/),
    ])
    await writeFile(join(folder, 'sessions/codex.jsonl'), '{"type":"event_msg","payload":{}}')
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/sessions\/cli\.jsonl: Line 2 /),
      expect.stringMatching(/sessions\/codex\.jsonl' is in a form that is not read: a session of Codex/),
    ])
    expect(await problemsOf(folder, '--sessions', join(folder, 'good.jsonl'))).toEqual([])
    for (const kind of ['data', 'agent.db']) {
      const { stdout } = await lamella(['doctor', folder, '--sessions', await storeWithChat(kind)])
      expect(stdout).toMatch(/ok {7}1 session of tenant 'local' in /)
    }
    const torn = await storeWithChat('data')
    await writeFile(join(torn, 'local/_/_/chat.jsonl'), '{"sum"', { flag: 'a' })
    expect(await problemsOf(folder, '--sessions', torn)).toEqual([
      expect.stringMatching(/^chat: The last 6 bytes .* FIX Run `lamella sessions repair`\.$/),
    ])
    expect(await problemsOf(folder, '--sessions', join(folder, 'none'))).toEqual([
      expect.stringMatching(/^The store .* does not exist\. FIX Check the path/),
    ])
  })

  it('prints hostile names safely, and is coloured only on a terminal', async () => {
    const folder = await tempFolder({
      'AGENTS.a\u001b[2J\n\u202eb.md': 'x',
      'memory/\u009bno\rday.md': 'x',
      'skills/x\u001b]0;t\u0007/SKILL.md': skill('name: "\\e[2J"\ndescription: "\\e[2J"'),
    })
    const { stdout } = await lamella(['doctor', folder])
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(stdout).toMatch(/memory\/ no day\.md is not read/)
    const painted = await lamella(['doctor', folder], { terminal: true })
    expect(painted.stdout).toContain('\u001b[31mproblem')
    expect(stripVTControlCharacters(painted.stdout)).toBe(stdout)
  })
})
