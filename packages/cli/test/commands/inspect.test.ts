import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { run } from '../../src/run.ts'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

const isBuilt = existsSync(fileURLToPath(new URL('../../../inspector/dist/page.html', import.meta.url)))
if (!isBuilt) console.log('skipped: the page of the inspector, since it is not built (`pnpm build`)')

const header = '{"lamella":"recording","spec":1,"texts":"full"}'

/** Runs a command line that serves, asks its address, and interrupts it. */
async function served(argv: readonly string[], path: string): Promise<{ code: number; text: string }> {
  let stdout = ''
  let interrupt = (): void => {}
  const code = run(argv, {
    stdin: Object.assign((async function* () {})(), { isTTY: false }),
    stdout: {
      write: (text) => {
        stdout += text
      },
    },
    stderr: { write: () => {} },
    env: {},
    now: () => new Date('2026-03-13T09:30:00Z'),
    interrupted: () =>
      new Promise((resolve) => {
        interrupt = resolve
      }),
  })
  await expect.poll(() => stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/\n$/)
  const text = await (await fetch(`${stdout.trim()}${path}`)).text()
  interrupt()
  return { code: await code, text }
}

describe.skipIf(!isBuilt)('lamella inspect', () => {
  it('says that a folder has nothing to show', async () => {
    const folder = await tempFolder()
    const { code, stderr } = await lamella(['inspect', folder, '--out', join(await tempFolder(), 'page.html')])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^lamella: .*\bhas neither sessions nor files of\s+a\s+workspace\.\n$/s),
    })
  })

  it('says that a port is taken, or none', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const taken = await lamella(['inspect', fixture('agent'), '--port', String(port)])
    expect(taken.stderr).toMatch(/INSPECTOR_UNAVAILABLE.*\n.*Choose another port/)
    server.close()
    const none = await lamella(['inspect', fixture('agent'), '--port', '99999'])
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('Use a port, 0 to 65535.')
  })

  it('serves a recording until it is interrupted', async () => {
    const file = join(await tempFolder(), 'agent.jsonl')
    writeFileSync(file, `${header}\n`)
    const { code, text } = await served(['inspect', file], 'recording/0')
    expect(code).toBe(0)
    expect(text).toBe(`${header}\n`)
  })

  it('shows the request that `build` would print for a workspace', async () => {
    const argv = [
      'inspect',
      fixture('agent'),
      '--message',
      'And then?',
      '--session',
      fixture('chat.jsonl'),
      '--window',
      '8k',
    ]
    const { text } = await served(argv, 'recording/0')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toEqual({ lamella: 'recording', spec: 1, texts: 'full' })
    expect(lines.at(-1)).toMatchObject({ build: 1, made: { tokens: { window: 8_000 } } })
    expect(text).toContain('And then?')
  })

  it('writes one file with --out, which replaces nothing', async () => {
    const folder = await tempFolder()
    const [file, page] = [join(folder, 'agent.jsonl'), join(folder, 'page.html')]
    writeFileSync(file, `${header}\n`)
    expect(await lamella(['inspect', file, '--out', page])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(page, 'utf8')).toContain('"name":"agent.jsonl"')
    const again = await lamella(['inspect', file, '--out', page])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('EXPORT_UNWRITABLE')
  })
})

describe('lamella inspect, with a target that it cannot show', () => {
  it.each([
    ['chat.jsonl', 2, 'RECORDING_INVALID'],
    ['tools.json', 2, 'RECORDING_INVALID'],
    ['nowhere.jsonl', 1, 'RECORDING_UNREADABLE'],
  ])('says so: %s, with exit code %i', async (name, exit, error) => {
    const { code, stderr } = await lamella(['inspect', fixture(name)])
    expect(code).toBe(exit)
    expect(stderr).toContain(error)
  })

  it.skipIf(process.platform === 'win32')('waits for no device, and reads none without end', async () => {
    const { code, stderr } = await lamella(['inspect', '/dev/zero'])
    expect(code).toBe(1)
    expect(stderr).toContain('RECORDING_UNREADABLE')
    expect(stderr).toContain('(it is a pipe, a socket or a device)')
  })

  it('reads no more of a line than a recording has', async () => {
    const file = join(await tempFolder(), 'large.bin')
    writeFileSync(file, '')
    truncateSync(file, 2 ** 30)
    expect((await lamella(['inspect', file])).stderr).toContain('RECORDING_INVALID')
  })

  it('does not ignore options of a request with a recording', async () => {
    const file = join(await tempFolder(), 'agent.jsonl')
    writeFileSync(file, header)
    const { code, stderr } = await lamella(['inspect', file, '--session-id', 'x'])
    expect(code).toBe(2)
    expect(stderr).toContain('--session-id has no meaning')
  })
})
