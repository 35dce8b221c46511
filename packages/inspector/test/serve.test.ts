import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectorPage, serveInspector } from '@lamella/inspector/node'
import { afterEach, describe, expect, it } from 'vitest'
import { isBuilt } from './support/page-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-inspector-'))
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Sends a request with exactly these headers: `fetch` sets some by itself. */
function ask(url: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function serve(options: Parameters<typeof serveInspector>[0]): Promise<string> {
  const { url, close } = await serveInspector(options)
  closing.push(close)
  return url
}

describe.skipIf(!isBuilt)('serveInspector', () => {
  it('serves the page at an address with a token, with its policy as a header', async () => {
    const url = await serve({ lines: ['{}'] })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/)
    const { status, headers, text } = await ask(url)
    expect(status).toBe(200)
    expect(text).toContain('<div id="app">')
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part)
    }
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  it('gives nothing without the token', async () => {
    const url = await serve({ lines: ['secret'] })
    const { origin } = new URL(url)
    const wrong = `${url.slice(0, -2)}${url.at(-2) === 'A' ? 'B' : 'A'}/`
    for (const other of [
      `${origin}/`,
      wrong,
      `${wrong}recording/0`,
      `${origin}/recording/0`,
      `${origin}//recording/0`,
    ]) {
      const { status, text } = await ask(other)
      expect(status, other).toBe(404)
      expect(text).not.toContain('secret')
    }
  })

  it.each([
    ['another name for this machine (DNS rebinding)', { headers: { host: 'attacker.example' } }, 403],
    ['another port', { headers: { host: '127.0.0.1:1' } }, 403],
    ['another origin', { headers: { origin: 'https://attacker.example' } }, 403],
    ['a file', { headers: { origin: 'null' } }, 403],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['another method', { method: 'POST' }, 405],
    ['a preflight', { method: 'OPTIONS', headers: { origin: 'https://attacker.example' } }, 403],
  ])('refuses %s', async (_, options, status) => {
    const url = await serve({ lines: ['secret'] })
    for (const path of ['', 'recording/0']) {
      const answer = await ask(url + path, options)
      expect(answer.status).toBe(status)
      expect(answer.text).not.toContain('secret')
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('gives what has been appended since, in whole lines, and begins again with a shorter file', async () => {
    const file = join(folder, 'agent.jsonl')
    writeFileSync(file, 'one\ntwo\nthr')
    const url = await serve({ files: [file] })
    const first = await ask(`${url}recording/0?from=0`)
    expect(first).toMatchObject({ text: 'one\ntwo\n', headers: { 'x-next': '8' } })
    appendFileSync(file, 'ee\n')
    expect(await ask(`${url}recording/0?from=8`)).toMatchObject({ text: 'three\n', headers: { 'x-next': '14' } })
    expect(await ask(`${url}recording/0?from=14`)).toMatchObject({ text: '', headers: { 'x-next': '14' } })
    writeFileSync(file, 'new\n')
    expect(await ask(`${url}recording/0?from=14`)).toMatchObject({ text: 'new\n', headers: { 'x-restart': '1' } })
  })

  it('gives a line that is longer than a portion whole', async () => {
    const file = join(folder, 'long.jsonl')
    writeFileSync(file, `${'x'.repeat(20_000_000)}\nend\n`)
    const url = await serve({ files: [file] })
    const { text, headers } = await ask(`${url}recording/0?from=0`)
    expect(text.length).toBe(20_000_005)
    expect(headers['x-next']).toBe('20000005')
    rmSync(file)
  })

  it('serves no other file, whatever the path', async () => {
    const url = await serve({ files: [join(folder, 'agent.jsonl')] })
    for (const path of [
      'recording/1',
      'recording/0/..',
      'recording/__proto__',
      'recording/-1',
      '../../etc/passwd',
      'x',
    ]) {
      expect((await ask(url + path)).status, path).toBe(404)
    }
    expect((await ask(`${url}recording/0?from=-1`)).status).toBe(404)
  })
})

describe.skipIf(!isBuilt)('inspectorPage', () => {
  it('has a recording as text that cannot end its element', () => {
    const recording = '</script><script>alert(1)</script>\u2028\u2029<!-- $& $1'
    const page = inspectorPage({ recording })
    const [, json = ''] = /<script type="application\/json" id="recording">(.*?)<\/script>/s.exec(page) ?? []
    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual({ texts: [{ name: 'recording', text: recording }] })
    expect(page.split('<script').length).toBe(inspectorPage().split('<script').length)
  })
})
