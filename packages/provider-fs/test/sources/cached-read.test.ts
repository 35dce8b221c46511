import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceSources } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { cachedRead } from '../../src/sources/cached-read.ts'
import { tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme' }
const { signal } = new AbortController()

describe('cached reads', () => {
  it('return the same value until it expires', async () => {
    let time = 0
    let reads = 0
    const read = async (): Promise<number> => ++reads
    const kept = cachedRead(100, () => time, read)
    expect(await Promise.all([kept(), kept()])).toEqual([1, 1])
    time = 99
    expect(await kept()).toBe(1)
    time = 100
    expect(await kept()).toBe(2)
  })

  it('do not cache failures', async () => {
    let calls = 0
    const kept = cachedRead(
      100,
      () => 0,
      async () => {
        if (++calls === 1) throw new Error('gone')
        return calls
      },
    )
    await expect(kept()).rejects.toThrow('gone')
    expect(await kept()).toBe(2)
  })

  it("apply to a workspace's memory and skills when a ttl is set", async () => {
    let time = 0
    const folder = await tempFolder({
      'MEMORY.md': '- Anna likes tea.\n',
      'skills/tea/SKILL.md': '---\nname: tea\ndescription: Makes tea.\n---\n',
    })
    const { memory, skills } = workspaceSources(folder.path, { ttl: { memory: 100, skills: 100 }, now: () => time })
    const said = async (): Promise<readonly unknown[]> => [
      (await memory.entries(scope, { signal })).entries.map(({ text }) => text),
      (await skills.skills(scope, { signal })).skills.map(({ description }) => description),
    ]
    const before = await said()
    expect(before).toEqual([['Anna likes tea.'], ['Makes tea.']])
    await writeFile(join(folder.path, 'MEMORY.md'), '- Anna likes coffee, and much of it.\n')
    const path = join(folder.path, 'skills/tea/SKILL.md')
    await writeFile(path, (await readFile(path, 'utf8')).replace('Makes tea.', 'Makes green tea.'))
    expect(await said()).toEqual(before)
    time = 100
    expect(await said()).toEqual([['Anna likes coffee, and much of it.'], ['Makes green tea.']])
  })
})
