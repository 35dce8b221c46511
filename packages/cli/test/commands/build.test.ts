import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wireFormatNames } from '@lamella/wire/formats'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { fixture, lamella, type World } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

interface Request {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_call_id?: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

const agent = fixture('agent')
const chat = ['--session', fixture('chat.jsonl')]

async function build(options: readonly string[], world?: World): Promise<Request & { readonly stderr: string }> {
  const { code, stdout, stderr } = await lamella(['build', agent, '--window', '8k', ...options], world)
  expect(stderr === '' || code === 0, stderr).toBe(true)
  return { ...JSON.parse(stdout), stderr }
}

const roles = ({ messages }: Request): string => messages.map(({ role }) => role).join(' ')
const system = ({ messages }: Request): string => messages[0]?.content ?? ''

describe('lamella build', () => {
  it('prints the request and nothing else', async () => {
    const { code, stdout, stderr } = await lamella([
      'build',
      agent,
      '--window',
      '8000',
      ...chat,
      '--message',
      'And now?',
    ])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout.endsWith('}\n')).toBe(true)
    const request: Request = JSON.parse(stdout)
    expect(request.model).toBe('gpt-5.6-sol')
    expect(roles(request)).toBe('system user assistant tool tool assistant user')
    expect(request.messages.at(-1)).toEqual({ role: 'user', content: 'And now?' })
    expect(system(request)).toMatch(/^You are Kim, a careful gardener\.\n\nAnswer in two sentences\./)
    expect(system(request)).toContain('Beans are sown in the middle of May.')
    // The model has no tool that could load it.
    expect(system(request)).not.toContain('sowing')
  })

  it('prints the same bytes for the same input', async () => {
    const argv = ['build', agent, '--window', '8000', ...chat, '--message', 'And now?']
    expect(await lamella(argv)).toEqual(await lamella(argv))
  })

  it('reads the message from standard input, whatever the bytes of its chunks', async () => {
    const bytes = new TextEncoder().encode('Wie wärmer? 🌱\n')
    const request = await build(['--message', '-'], { stdin: [bytes.slice(0, 6), bytes.slice(6, 15), bytes.slice(15)] })
    expect(request.messages.at(-1)?.content).toBe('Wie wärmer? 🌱')
  })

  it('works without a new message, in the middle of a loop', async () => {
    expect(roles(await build(chat))).toBe('system user assistant tool tool assistant')
  })

  it.each([
    ['tools.json', ['weather']],
    ['openai-tools.json', ['weather', 'soil']],
  ])('accepts the tools in %s, also as Windows writes them', async (file, names) => {
    const folder = await tempFolder({ 'utf16.json': Buffer.from(`\ufeff${readFileSync(fixture(file))}`, 'utf16le') })
    for (const path of [fixture(file), join(folder, 'utf16.json')]) {
      const { tools } = await build(['--tools', path, '--message', 'Hello'])
      expect(tools?.map((tool) => tool.function.name)).toEqual(names)
    }
  })

  it('includes the day of the clock, or of --now', async () => {
    expect(system(await build(['--message', 'Hello']))).toContain('Date: 2026-03-13 (UTC)')
    expect(system(await build(['--message', 'Hello', '--now', '2026-05-01']))).toContain('Date: 2026-05-01 (UTC)')
    const later = await build(['--message', 'Hello', '--now', '2026-05-01T23:30:00-02:00'])
    expect(system(later)).toContain('Date: 2026-05-02 (UTC)')
  })

  it('hides memory from all but private sessions', async () => {
    expect(system(await build(['--message', 'Beans?', '--kind', 'group']))).not.toContain('Beans are sown')
  })

  it('uses the instructions of the selected agent', async () => {
    const text = system(await build(['--message', 'Hello', '--agent', 'editor']))
    expect(text).toContain('Correct what others have written.')
    expect(text).not.toContain('Answer in two sentences.')
  })

  it('omits the layers of --without', async () => {
    const request = await build([...chat, '--message', 'Hello', '--without', 'history', '--without', 'memory'])
    expect(roles(request)).toBe('system user')
    expect(system(request)).not.toContain('Relevant memories')
  })

  it('accepts a model whose tokens it cannot count exactly, if an encoding is given', async () => {
    const request = await build(['--message', 'Hello', '--model', 'qwen3', '--encoding', 'o200k_base'])
    expect(request.model).toBe('qwen3')
  })

  it('reports cuts and problems on standard error', async () => {
    const broken = ['--session', fixture('broken.jsonl'), '--message', 'Hello']
    expect((await build(broken)).stderr).toMatch(/^lamella: layer 'history': Line 2 .* \[SESSION_LINE_BROKEN\]$/m)
    const small = ['build', agent, '--window', '150', '--reserve', '0', ...chat, '--message', 'Hello']
    expect((await lamella(small)).stderr).toMatch(/^lamella: \d+ tokens cut to \d+: \d+ shortened, \d+ dropped$/m)
  })

  it('escapes characters that a terminal interprets', async () => {
    const { stdout } = await lamella([
      'build',
      agent,
      '--window',
      '8k',
      '--message',
      'a\u001b[2Jb\u009b2Jc\u202ed\u2066',
    ])
    expect(stdout).toContain('a\\u001b[2Jb\\u009b2Jc\\u202ed\\u2066')
    expect(JSON.parse(stdout).messages.at(-1).content).toBe('a\u001b[2Jb\u009b2Jc\u202ed\u2066')
  })
})

describe('lamella build --format', () => {
  const request = async (format: string): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await lamella([
      'build',
      agent,
      '--window',
      '8k',
      ...chat,
      '--format',
      format,
      '--message',
      'And tomorrow?',
    ])
    expect(code).toBe(0)
    // Gemini 3 and later want a signature of each call, and a session of another model has none.
    expect(stderr).toMatch(format === 'gemini' ? /^lamella: .+ no Gemini thought signature: .+\n$/ : /^$/)
    return JSON.parse(stdout)
  }

  it.each([
    ['openai-responses', 'gpt-6.2-sol', 'input'],
    ['anthropic', 'claude-opus-5-5', 'messages'],
    ['gemini', undefined, 'contents'],
  ] as const)('writes %s', async (format, model, list) => {
    const body = await request(format)
    expect(body['model']).toBe(model)
    expect(validate(format, { model: 'x', ...body }).filter(({ level }) => level === 'error')).toEqual([])
    expect(JSON.stringify(body[list])).toContain('weather')
  })

  it.each(wireFormatNames)('knows the window and the tokens of the default model of %s', async (format) => {
    const { code, stderr } = await lamella(['build', agent, '--message', 'hi', '--format', format])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
