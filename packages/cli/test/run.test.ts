import { describe, expect, it } from 'vitest'
import { fixture, lamella } from './support/lamella.ts'

const agent = fixture('agent')
const windowed = ['build', agent, '--window', '8k']

describe('an invalid command line', () => {
  it.each([
    ['suggests the closest command', ['biuld'], /Did you mean build\?/],
    ['requires the workspace', ['build', '--window', '8k'], /missing required argument 'workspace'/],
    ['suggests the closest option', [...windowed, '--mesage', 'Hello'], /Did you mean --message\?/],
    ['rejects a second workspace', [...windowed, 'more'], /too many arguments/],
    ['rejects a window that is not a number', ['build', agent, '--window', 'large'], /such as 128000, 128_000 or 128k/],
    ['suggests the closest format', [...windowed, '--format', 'openai'], /Did you mean 'openai-chat'\?/],
    ['suggests the closest layer', [...windowed, '--without', 'memroy'], /Did you mean 'memory'\?/],
    ['lists the kinds of session', [...windowed, '--kind', 'secret'], /private, group, channel, cron, subagent/],
    ['rejects a time without its zone', [...windowed, '--now', '2026-03-13T09:30'], /2026-03-13T09:30:00Z/],
    ['rejects a day that does not exist', [...windowed, '--now', '2026-02-30'], /Use a day or an instant/],
    ['rejects a count below 0', ['explain', agent, '--window', '8k', '--rows', '-1'], /whole number, 0 or more/],
  ])('%s, and exits with 2', async (_, argv, message) => {
    const { code, stdout, stderr } = await lamella(argv)
    expect(stderr).toMatch(message)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

it('says that a tenant is empty', async () => {
  expect((await lamella([...windowed, '--tenant', ''])).stderr).toContain('scope.tenant is empty.')
})

it('keeps the help of every command within 80 columns', async () => {
  const namesIn = (help: string): readonly string[] => {
    const list = help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? ''
    return [...list.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]))
  }
  let seen = 0
  const check = async (argv: readonly string[]): Promise<void> => {
    const { stdout } = await lamella([...argv, '--help'])
    expect({ argv, long: stdout.split('\n').filter((line) => line.length > 80) }).toEqual({ argv, long: [] })
    seen++
    for (const name of namesIn(stdout)) await check([...argv, name])
  }
  await check([])
  expect(seen).toBeGreaterThan(25)
})

describe('a failing command', () => {
  it.each([
    ['the workspace is missing', ['build', fixture('nowhere'), '--window', '8k'], 'WORKSPACE_NOT_FOUND'],
    ['the session is missing', [...windowed, '--session', fixture('nowhere.jsonl')], 'SESSION_UNREADABLE'],
    ['the tools file is missing', [...windowed, '--tools', fixture('nowhere.json')], 'TOOLS_UNREADABLE'],
    ['the tools are not JSON', [...windowed, '--tools', fixture('chat.jsonl')], 'TOOLS_INVALID'],
    ['one of the tools is invalid', [...windowed, '--tools', fixture('not-tools.json')], 'TOOLS_INVALID'],
    ['the model is unknown', [...windowed, '--model', 'gtp-4o'], 'MODEL_UNKNOWN'],
    ['the reserve fills the window', [...windowed, '--reserve', '8k'], 'BUDGET_INVALID'],
    ['the tenant is empty', [...windowed, '--tenant', ''], 'SCOPE_INVALID'],
    ['the message is empty', [...windowed, '--message', '-'], 'REQUEST_INVALID'],
  ])('exits with 1 and a code when %s', async (_, argv, error) => {
    const { code, stdout, stderr } = await lamella(argv)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^error \\[${error}\\]: .+[.?]\\n  .+\\.\\n$`))
  })

  it('suggests sizes that work when the window is too small', async () => {
    const argv = (...sizes: readonly string[]): readonly string[] => ['build', agent, '--message', 'Hello', ...sizes]
    const { stderr } = await lamella(argv('--window', '20'))
    const [, sizes = ''] = /^ {2}(--window \d+ --reserve \d+) works\./m.exec(stderr) ?? []
    expect((await lamella(argv(...sizes.split(' ')))).code).toBe(0)
  })

  it('shows the stack on request', async () => {
    const argv = ['build', fixture('nowhere'), '--window', '8k']
    expect((await lamella(argv)).stderr).not.toMatch(/\n +at /)
    expect((await lamella(argv, { env: { LAMELLA_DEBUG: '1' } })).stderr).toMatch(/\n +at /)
  })

  it('prints no control characters from a path', async () => {
    const { stderr } = await lamella(['build', 'no\u001b[2J\nwhere', '--window', '8k'])
    expect(stderr).toContain("'no [2J where'")
  })
})

describe('help', () => {
  it.each([
    'init',
    'build',
    'explain',
    'context',
    'diff',
    'snapshot',
    'snapshot check',
    'snapshot update',
    'doctor',
    'sessions',
    ...['list', 'show', 'export', 'import', 'copy', 'verify', 'repair', 'delete'].map((name) => `sessions ${name}`),
  ])('of %s has an example', async (command) => {
    const { code, stdout } = await lamella([...command.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Examples?:\n {2}\$ lamella /)
  })

  it('is shown if there are no arguments', async () => {
    const { code, stderr } = await lamella([])
    expect(code).toBe(2)
    expect(stderr).toMatch(/Commands:\n {2}init/)
  })

  it('includes the version', async () => {
    expect((await lamella(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
