import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadOptional } from '../src/optional.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { optionalDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>
}

describe('optional dependencies', () => {
  it('are those of databases and MCP', () => {
    expect(Object.keys(optionalDependencies)).toEqual([
      '@lamella/mcp',
      '@lamella/provider-postgres',
      '@lamella/provider-sqlite',
      '@modelcontextprotocol/server',
    ])
  })

  it('are not loaded before a command needs them', () => {
    const files = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const importing = (pattern: RegExp): readonly string[] =>
      files.filter((file) => pattern.test(readFileSync(`${root}/src/${file}`, 'utf8'))).toSorted()
    const names = Object.keys(optionalDependencies).join('|')
    const values = new RegExp(`^import (?!type )[^']*? from '(?:${names})[/']`, 'm')
    // Both are loaded by the command `mcp` alone.
    expect(importing(values)).toEqual(['mcp/serve-lines.ts', 'mcp/serve-workspace.ts'])
    expect(importing(/from '.*\/serve-workspace\.ts'/)).toEqual([])
  })

  it('say what to install if they are missing', async () => {
    const load = (): Promise<never> => Promise.reject(new Error("Cannot find package '@lamella/mcp'"))
    await expect(loadOptional(load, 'This command', '@lamella/mcp', 'other')).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      what: 'This command needs @lamella/mcp and other, which cannot be loaded.',
      fix: expect.stringMatching(
        /npm install --global @lamella\/mcp other,.* npx -p @lamella\/cli -p @lamella\/mcp -p other /,
      ),
    })
    expect(await loadOptional(async () => 'loaded', 'This command', 'x')).toBe('loaded')
  })
})
