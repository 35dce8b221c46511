import { readFile } from 'node:fs/promises'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { writers } from './helpers/processes.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 8
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 200)
const edits = Number(process.env['LAMELLA_EDITS'] ?? 10)

describe(`${processes} processes`, () => {
  it(`lose and duplicate no message when each appends ${appends} to one session, and see one order`, async () => {
    const start = await writers()
    const folder = await tempFolder()
    const running = Array.from({ length: processes }, (_, name) => start('append', folder.path, name, appends))
    for (const writer of running) expect(await writer.ended).toBe(0)
    const sessions = fileSessions(folder.path)
    const { messages, revision, notices } = await sessions.page(scope, 's', { messages: Number.POSITIVE_INFINITY })
    expect(notices).toEqual([])
    expect(revision).toBe(processes * appends)
    expect(messages.map(({ position }) => position)).toEqual(Array.from({ length: processes * appends }, (_, n) => n))
    // When acknowledged, each process's messages already had their final, consecutive positions.
    for (const [name, writer] of running.entries()) {
      const own = messages.flatMap(({ position, message: { content } }) => {
        const [by, n] = String(content).split(' ')
        return by === String(name) ? [`${n} ${position}`] : []
      })
      expect(own).toEqual(writer.lines())
      expect(own).toHaveLength(appends)
    }
    expect(await sessions.admin.verify(scope, 's')).toEqual([])
    await sessions.close()
  })

  it(`lose no change and no handwritten text when each changes one memory file ${2 * edits} times`, async () => {
    const start = await writers()
    const folder = await tempFolder({ 'MEMORY.md': 'By hand.\n\n# Part\n\n- also by hand\n' })
    const running = Array.from({ length: processes }, (_, name) => start('remember', folder.path, name, edits))
    for (const writer of running) expect(await writer.ended).toBe(0)
    const memory = fileMemory(folder.path, { owner: scope })
    expect(await memory.get(scope, 'count')).toMatchObject({
      text: String(processes * edits),
      revision: processes * edits,
    })
    const { entries } = await memory.list(scope, { limit: Number.POSITIVE_INFINITY })
    const texts = entries.map(({ text }) => text)
    const wrote = Array.from(
      { length: processes * edits },
      (_, n) => `${n % processes} wrote ${Math.floor(n / processes)}.\n- `,
    )
    expect(texts.length).toBe(wrote.length + 3)
    for (const text of [...wrote.map((one) => one.trimEnd()), 'By hand.', 'Part: also by hand']) {
      expect(texts.filter((one) => one.trimEnd() === text || one === `${text} `)).toHaveLength(1)
    }
    expect(await readFile(folder.at('MEMORY.md'), 'utf8')).toMatch(
      /^By hand\.\n\n- [^#]*\n\n# Part\n\n- also by hand\n$/,
    )
    await memory.close()
  })
})
