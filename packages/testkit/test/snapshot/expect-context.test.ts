import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, defineLayer, type Report } from '@lamella/core'
import { detailsOf } from '@lamella/core/plugin'
import { contextSnapshot, extend } from '@lamella/runs'
import { charTokenizer, expectContext, type SnapshotRunner } from '@lamella/testkit'
import { build, defaultServerConditions } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sampleContext } from './sample-context.ts'

const expected = `170 of 700 tokens: layers 93, tools 68, framing 9; reserve 100, free 430; char

tools
  weather

system
  soul  25
    text  23
  notes  52
    "zürich"  41
    istanbul  11  rung 1

messages
  said/0  8  user
  said/1  14  assistant

shortened or dropped
  notes/istanbul  shortened  35 -> 9  layer-max, lowest-rank-first
  notes/"two words"  dropped  140 -> 0  layer-max, lowest-rank-first

not offered
  notes: 12345 beyond the 3 most relevant
`

describe('contextSnapshot', () => {
  it('shows everything in its place, and what gave way', async () => {
    expect(contextSnapshot(await sampleContext())).toBe(expected)
  })

  it('shows texts only when asked, each on its own line', async () => {
    const context = await sampleContext()
    expect(contextSnapshot(context)).not.toContain('Be kind')
    const text = contextSnapshot(context, { texts: true })
    expect(text).toContain('\n    text  23\n    | You are Kim.\n    | Be kind.\n')
    expect(text).toContain('\n    | {"content":"No,\\u{202e} rain.","role":"assistant"}\n')
    const lines = text.split('\n').filter((line) => !line.startsWith('    | '))
    expect(lines.join('\n')).toBe(expected)
  })

  it('does not depend on the order of the keys of a message', async () => {
    const [one, other] = [await sampleContext(), await sampleContext()]
    for (const { messages } of detailsOf(other.report).layout.fragments) {
      for (const [index, message] of messages.entries()) {
        const turned = Object.fromEntries(Object.entries(message).reverse())
        ;(messages as unknown[])[index] = turned
      }
    }
    expect(contextSnapshot(other, { texts: true })).toBe(contextSnapshot(one, { texts: true }))
  })

  it('shows how a request relates to its run, and why it was cut', async () => {
    const soul = defineLayer('soul', { stability: 'static', load: () => 'Be kind.' })
    const builder = createContext().tokenizer(charTokenizer).budget({ window: 300, reserve: 50 }).use([soul])
    const { run } = await extend(builder, { scope: { tenant: 'acme' } })
    const lineOf = async (cut: boolean): Promise<string | undefined> =>
      contextSnapshot(await extend(builder, { scope: { tenant: 'acme' }, run, cut })).split('\n')[1]
    expect(await lineOf(false)).toBe('run: epoch 1, extended')
    expect(await lineOf(true)).toMatch(/^run: epoch 2, cut \(asked\), \d+ new tokens, thinking lost in 0$/)
  })

  it('refuses a context without details', async () => {
    const { tools, report } = await sampleContext()
    const { built: _, ...rest } = report
    expect(() => contextSnapshot({ tools, report: rest as Report })).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID' }),
    )
  })

  it('is the same under another locale and time zone', async () => {
    const program = await compiled()
    const printed = (env: Readonly<Record<string, string>>): string =>
      execFileSync(process.execPath, [program], { encoding: 'utf8', env: { ...process.env, ...env } })
    const here = contextSnapshot(await sampleContext(), { texts: true })
    expect(printed({ LANG: 'C', LC_ALL: 'C', TZ: 'UTC' })).toBe(here)
    expect(printed({ LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' })).toBe(here)
    expect(printed({ LANG: 'sv_SE.UTF-8', LC_ALL: 'sv_SE.UTF-8', TZ: 'America/St_Johns' })).toBe(here)
  })
})

describe('expectContext', () => {
  it('takes snapshots with vitest', async () => {
    expectContext(await sampleContext(), expect).toMatchSnapshot()
  })

  it('takes the global expect of jest', async () => {
    const context = await sampleContext()
    const taken: string[] = []
    vi.stubGlobal('expect', (text: string) => ({ toMatchSnapshot: () => taken.push(text) }))
    onTestFinished(() => void vi.unstubAllGlobals())
    expectContext(context).toMatchSnapshot()
    expect(taken).toEqual([expected])
  })

  it('takes snapshots with node:test, in the lines of the text', async () => {
    const context = await sampleContext()
    const taken: string[] = []
    const assert = {
      taken,
      snapshot(value: string, { serializers }: { serializers: ReadonlyArray<(value: string) => string> }): void {
        this.taken.push(serializers.reduce((text, serialize) => serialize(text), value))
      },
    }
    expectContext(context, { assert }).toMatchSnapshot({ texts: true })
    expect(taken).toEqual([contextSnapshot(context, { texts: true })])
  })

  it.each<[string, SnapshotRunner | undefined]>([
    ['the tests of Node 20', { assert: {} }],
    ['no runner', undefined],
  ])('names the way without snapshots of a runner: %s', async (_, runner) => {
    const context = await sampleContext()
    expect(() => expectContext(context, runner).toMatchSnapshot()).toThrow(/runner` has no snapshots.*contextSnapshot/s)
  })
})

/** Compiles the program that prints a snapshot to JavaScript. Returns its path. */
async function compiled(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'lamella-testkit-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  const conditions = ['@lamella/source', ...defaultServerConditions]
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: fileURLToPath(new URL('./print-snapshot.ts', import.meta.url)),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  return join(outDir, 'program.mjs')
}
