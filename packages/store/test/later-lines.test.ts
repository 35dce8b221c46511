import { readSessionLines } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }

/** The lines of a session with a message, a compaction and an operation. */
async function sample(): Promise<readonly string[]> {
  const store = createSessionStore()
  await store.append(scope, 's', [{ role: 'user', content: 'a' }], { operation: 'one' })
  await store.compactions.add(scope, 's', { start: 0, end: 1, text: 'in short' })
  const lines: string[] = []
  for await (const line of store.transfer.export(scope, 's')) lines.push(line)
  return lines
}

const lines = await sample()
const count = (change: (line: string, index: number) => readonly string[]): readonly string[] => {
  const changed = lines.slice(0, -1).flatMap(change)
  return [...changed, `{"end":true,"lines":${changed.length}}`]
}

describe('the lines of an export that a later release wrote', () => {
  it('are read without the fields that this one does not know, which a notice names', async () => {
    const later = lines.map((line) =>
      line
        .replace('"revision":', '"mood":{"is":"calm"},"revision":')
        .replace('{"lamella"', '{"by":"9.9","lamella"')
        .replace('"lines"', '"sum":7,"lines"'),
    )
    const { notices, ...read } = await readSessionLines(later)
    expect(read).toEqual(await readSessionLines(lines))
    expect(notices).toMatchObject([
      {
        code: 'IMPORT_FIELDS_UNKNOWN',
        details: { fields: ['by', 'mood', 'compaction.mood', 'operation.mood', 'sum'] },
      },
    ])
  })

  it("keep every field of a message, since messages are the caller's", async () => {
    const size = lines[0]?.replace(/"size":\d+/, '"size":41') ?? ''
    const later = [size, ...lines.slice(1)].map((line) => line.replace('"content":"a"', '"content":"a","x":{"y":1}'))
    const { messages, notices } = await readSessionLines(later)
    expect(messages[0]?.text).toBe('{"role":"user","content":"a","x":{"y":1}}')
    expect(notices).toBe(undefined)
  })

  it('are read without kinds of lines that this one does not know', async () => {
    const { notices, ...read } = await readSessionLines(
      count((line, index) => (index === 0 ? [line, '{"label":{"text":"x"}}'] : [line])),
    )
    expect(read).toEqual(await readSessionLines(lines))
    expect(notices).toMatchObject([{ details: { fields: ['label'] } }])
  })

  it('are rejected as before if they were changed or lost', async () => {
    const wrong = [
      count((line, index) => (index === 0 ? [line, '{"label":1e999}'] : [line])),
      count((line) => [line.replace('"revision":', '"mood": 1,"revision":')]),
      count((line) => [line.replace('"role":"user"', '"role":"user","role":"user"')]),
      count((line, index) => (index === 1 ? ['{"label":1}'] : [line])),
    ]
    for (const one of wrong) await expect(readSessionLines(one)).rejects.toMatchObject({ code: 'IMPORT_INVALID' })
  })

  it('are rejected by their version if it is newer, and nothing is imported', async () => {
    const store = createSessionStore()
    const newer = lines.map((line) => line.replace('"version":1', '"version":2'))
    await expect(store.transfer.import(scope, newer)).rejects.toMatchObject({
      code: 'FORMAT_NEWER',
      details: { format: 'exported session', version: 2, known: 1 },
    })
    expect(await store.info(scope, 's')).toBe(undefined)
  })

  it('are imported with the notice', async () => {
    const store = createSessionStore()
    const done = await store.transfer.import(scope, [
      lines[0]?.replace('{"lamella"', '{"by":"9.9","lamella"') ?? '',
      ...lines.slice(1),
    ])
    expect(done.notices).toMatchObject([{ code: 'IMPORT_FIELDS_UNKNOWN', details: { fields: ['by'] } }])
    expect((await store.info(scope, 's'))?.length).toBe(1)
  })
})
