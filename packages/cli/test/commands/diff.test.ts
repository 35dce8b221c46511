import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { readRecording } from '@lamella/inspector'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

/** A workspace that can be changed, and a recording with one build of it. */
async function recorded(): Promise<{ root: string; file: string; record: (...options: string[]) => Promise<void> }> {
  const root = await tempFolder()
  await cp(fixture('agent'), root, { recursive: true })
  const file = join(root, 'recordings', 'agent.jsonl')
  const record = async (...options: string[]): Promise<void> => {
    const { code, stderr } = await lamella([
      ...['build', root, '--session', fixture('chat.jsonl'), '--record', file],
      ...(options.includes('--window') ? options : ['--window', '8k', ...options]),
    ])
    expect(code, stderr).toBe(0)
  }
  await record()
  return { root, file, record }
}

const diff = async (...argv: string[]): Promise<string> => {
  const { code, stdout, stderr } = await lamella(['diff', ...argv])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

describe('lamella build --record', () => {
  it('appends each build with its texts, and prints the same request', async () => {
    const { root, file, record } = await recorded()
    await record('--message', 'Hello')
    const { builds, problems } = readRecording((await readFile(file, 'utf8')).split('\n'))
    expect(problems).toEqual([])
    expect(builds.map(({ made, texts }) => [made?.tokens.window, texts])).toEqual([
      [8_000, 'full'],
      [8_000, 'full'],
    ])
    const argv = ['build', root, '--session', fixture('chat.jsonl'), '--window', '8k']
    expect((await lamella([...argv, '--record', file])).stdout).toBe((await lamella(argv)).stdout)
  })

  it('records a build that fails', async () => {
    const { root, file } = await recorded()
    const failed = await lamella(['build', root, '--window', '20', '--record', file])
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/^error \[CONTEXT_OVERFLOW\]/)
    const compared = await lamella(['diff', `${file}#1`, file])
    expect(compared).toMatchObject({ code: 2, stdout: '' })
    expect(compared.stderr).toMatch(/^error \[BUILD_MISSING\]: Build 2 of '.+' failed \(CONTEXT_OVERFLOW\)\./)
  })

  it('names a file that cannot be written', async () => {
    const { root } = await recorded()
    const { code, stderr } = await lamella(['build', root, '--window', '8k', '--record', root])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error \[RECORDING_UNWRITABLE\]: The recording '.+' cannot be written \(it is a folder\)\.\n {2}Check/m,
    )
  })
})

describe('lamella diff', () => {
  it('finds nothing between two builds of the same', async () => {
    const { file, record } = await recorded()
    await record()
    const text = await diff(`${file}#1`, `${file}#2`)
    expect(text).toMatch(/\nThe same request: \d+ tokens\.\n/)
    expect(text).toMatch(
      /\nprefix: (\d+) of \1 tokens repeat; 0 are appended\ncost: (\S+) -> \2 a request \(\$0\.00\): gpt-5\.6-sol\n$/,
    )
  })

  it('shows what was appended by a message', async () => {
    const { file, record } = await recorded()
    await record('--message', 'Hello there')
    const text = await diff(`${file}#1`, file)
    expect(text).toMatch(/\n(\d+) -> \d+ tokens \(\+\d+\)\n/)
    expect(text).toMatch(/\nmessage +0 +\d+ +\+\d+\n/)
    expect(text).toMatch(/\nmessage\/\S+: added, \d+ tokens\n/)
    expect(text).toMatch(/\nprefix: \d+ of \d+ tokens repeat; [1-9]\d* are appended\ncost: /)
  })

  it('names the layer that breaks the prefix, and what was changed and shortened', async () => {
    const { root, file, record } = await recorded()
    await writeFile(join(root, 'SOUL.md'), 'You are Kim, another gardener.\n')
    await record()
    const text = await diff(`${file}#1`, `${file}#2`)
    expect(text).toMatch(/\nsystem\/soul: changed, 9 -> 8 tokens\n/)
    expect(text).toMatch(/\nprefix: .*; the prefix breaks in the system prompt, after 14 characters: system/)
    await record('--window', '150', '--reserve', '0')
    const cut = JSON.parse(await diff(`${file}#2`, file, '--json'))
    expect(cut.window).toEqual({ before: 8_000, after: 150 })
    expect(cut.fragments.length).toBeGreaterThan(0)
    for (const { what, reason } of cut.fragments)
      expect([what, reason]).toEqual([expect.stringMatching(/^(dropped|shortened)$/), 'window'])
    const back = JSON.parse(await diff(file, `${file}#2`, '--json'))
    expect(new Set(back.fragments.map(({ what }: { what: string }) => what))).toEqual(new Set(['restored']))
  })

  it('names tools that were added, removed and changed', async () => {
    const { file, record } = await recorded()
    await record('--tools', fixture('tools.json'))
    await record('--tools', fixture('openai-tools.json'))
    expect(JSON.parse(await diff(`${file}#1`, `${file}#2`, '--json')).tools.added).toEqual(['weather'])
    expect(await diff(`${file}#2`, `${file}#3`)).toMatch(/\ntool soil: added\n/)
    expect(await diff(`${file}#3`, `${file}#1`)).toMatch(
      /\ntool weather: removed\ntool soil: removed\n.*breaks in the tools: weather\n/s,
    )
  })

  it('writes Markdown in which no name is markup', async () => {
    const { root, file, record } = await recorded()
    await writeFile(join(root, 'memory', 'MEMORY.md'), '- Beans `are` | sown in the middle of May, <b>@ada</b>.\n')
    await record('--message', 'Beans?')
    const text = await diff(`${file}#1`, file, '--markdown')
    expect(text).toMatch(/^\*\*[\d,]+ -> [\d,]+ tokens \(\+\d+\)\*\*\n\n\| layer \| before \| after \| change \|\n/)
    const outside = text.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
    expect(outside).not.toMatch(/<|@|recordings/)
  })

  it('says what a request costs more, by the prices of its model', async () => {
    const { root, file, record } = await recorded()
    // 4 dollars for a million tokens.
    const model = ['--model', 'claude-opus-5-5']
    await record(...model)
    await writeFile(join(root, 'AGENTS.md'), `${'Answer in one sentence. '.repeat(200)}\n`)
    await record(...model)
    const { tokens, cost } = JSON.parse(await diff(`${file}#2`, file, '--json'))
    expect(cost.before.model).toBe('claude-opus-5-5')
    expect(cost.before.uncached).toBeCloseTo(tokens.before * 4e-6, 12)
    expect(cost.after.uncached).toBeCloseTo(tokens.after * 4e-6, 12)
    const more = ((tokens.after - tokens.before) * 4e-6).toFixed(4)
    expect(Number(more)).toBeGreaterThan(0.002)
    expect(await diff(`${file}#2`, file)).toMatch(
      new RegExp(`\\ncost: \\$0\\.\\d+ -> \\$0\\.\\d+ a request \\(\\+\\$${more}\\): claude-opus-5-5\\n$`),
    )
    expect(await diff(file, `${file}#2`, '--markdown')).toMatch(
      new RegExp(`\\n- cost: \\$0\\.\\d+ -> \\$0\\.\\d+ a request \\(-\\$${more}\\): \`claude-opus-5-5\`\\n`),
    )
  })

  it('says that builds were counted differently, and claims no repeats across models', async () => {
    const { file, record } = await recorded()
    await record('--model', 'claude-opus-5-5')
    const text = await diff(`${file}#1`, file)
    expect(text).toMatch(
      / tokens \([+-]\d+\)\ncounted differently, so that sizes do not compare: \S.* -> \S.* \(an estimate\)\n/,
    )
    expect(text).toMatch(
      /\nprefix: nothing repeats, since each model has a prompt cache .*: gpt-5\.6-sol -> claude-opus-5-5\n/,
    )
    expect(text).not.toMatch(/tokens repeat|same request/)
    const found = JSON.parse(await diff(`${file}#1`, file, '--json'))
    expect(found).not.toHaveProperty('prefix')
    expect(found.models).toEqual({ before: 'gpt-5.6-sol', after: 'claude-opus-5-5' })
    expect(await diff(`${file}#1`, file, '--markdown')).toMatch(/\nCounted differently, .*: `.+ -> .+`\.\n/)
    // Two models that count alike.
    await record('--model', 'gpt-4.1')
    const same = JSON.parse(await diff(`${file}#1`, file, '--json'))
    expect(same).not.toHaveProperty('counting')
    expect(same).not.toHaveProperty('prefix')
  })

  it('takes the model of builds without one, and the day; and says nothing where a price is not known', async () => {
    const { file } = await recorded()
    // As a program records it whose parameters name no model.
    await writeFile(file, (await readFile(file, 'utf8')).replace('"model":"gpt-5.6-sol"', '"temperature":0'))
    expect(JSON.parse(await diff(file, file, '--json'))).not.toHaveProperty('cost')
    expect(await diff(file, file, '--model', 'nobodys-model')).not.toContain('cost:')
    const costOn = async (day: string): Promise<number> => {
      const argv = ['--model', 'gemini-4-argon', '--day', day, '--json']
      return JSON.parse(await diff(file, file, ...argv)).cost.after.uncached
    }
    expect((await costOn('2026-12-01')) / (await costOn('2026-11-30'))).toBeCloseTo(2, 10)
    expect(await diff(file, file, '--model', 'gpt-4o')).toMatch(/ -> \S+ a request \(\$0\.00\): gpt-4o\n$/)
    const wrong = await lamella(['diff', file, file, '--day', 'tomorrow'])
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
  })

  it('uses colours on a terminal, and prints the same text without them', async () => {
    const { file, record } = await recorded()
    await record('--message', 'Hello')
    const painted = await lamella(['diff', `${file}#1`, file], { terminal: true })
    expect(painted.stdout).toContain('\u001b[')
    expect(stripVTControlCharacters(painted.stdout)).toBe(await diff(`${file}#1`, file))
  })

  it('names each line that it cannot use', async () => {
    const { file, record } = await recorded()
    await appendFile(file, '{"build":2,"torn\n{"foreign":true}\n')
    await record()
    const { code, stderr } = await lamella(['diff', `${file}#1`, `${file}#2`])
    expect(code).toBe(0)
    const lines = stderr.split('\n').slice(0, -1)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/agent\.jsonl: line \d+ is not JSON and is skipped$/)
    expect(lines[1]).toMatch(/agent\.jsonl: line \d+ is not a line of a recording and is skipped$/)
  })

  it('names a file that is not there', async () => {
    const { root, file } = await recorded()
    const { code, stderr } = await lamella(['diff', file, join(root, 'none.jsonl')])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[RECORDING_UNREADABLE\]: .+\(it does not exist\)\.\n {2}\S/)
  })

  it.each([
    ['a foreign file', 'SOUL.md', 'RECORDING_INVALID'],
    ['a number that no build has', 'recordings/agent.jsonl#7', 'BUILD_MISSING'],
    ['the number 0', 'recordings/agent.jsonl#0', 'BUILD_MISSING'],
  ])('is an invalid command line for %s', async (_, name, code) => {
    const { root, file } = await recorded()
    const outcome = await lamella(['diff', file, join(root, name)])
    expect(outcome).toMatchObject({ code: 2, stdout: '' })
    expect(outcome.stderr).toMatch(new RegExp(`^error \\[${code}\\]: .+\\n {2}\\S`))
  })
})
