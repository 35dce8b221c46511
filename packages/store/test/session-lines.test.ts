import { isLamellaError } from '@lamella/core'
import { readSessionLines } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00Z')

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

/** The lines of a session with three messages, a compaction, an operation and a fork of it. */
async function sample(): Promise<{ readonly lines: readonly string[]; readonly fork: readonly string[] }> {
  const store = createSessionStore()
  await store.append(scope, 's', [{ role: 'user', content: 'a' }], { operation: 'one', at })
  await store.compactions.add(scope, 's', { start: 0, end: 1, text: 'in short' }, { operation: 'two' })
  await store.append(
    scope,
    's',
    ['b', 'c'].map((content) => ({ role: 'user', content })),
  )
  await store.transfer.fork(scope, 's', 'fork', 2)
  await store.append(scope, 'fork', [{ role: 'user', content: 'd' }])
  return {
    lines: await linesOf(store.transfer.export(scope, 's')),
    fork: await linesOf(store.transfer.export(scope, 'fork')),
  }
}

/** The problem of the lines, from the error. */
async function problem(lines: readonly unknown[]): Promise<readonly [line: number, problem: string] | undefined> {
  try {
    await readSessionLines(lines as readonly string[])
    return undefined
  } catch (error) {
    if (!isLamellaError<'IMPORT_INVALID'>(error, 'IMPORT_INVALID')) throw error
    return [error.details.line, error.details.problem]
  }
}

const { lines, fork } = await sample()

/** The lines with one of them changed, counted from 1. */
const withLine = (number: number, change: (line: string) => unknown): readonly unknown[] =>
  lines.map((line, index) => (index === number - 1 ? change(line) : line))

describe('reading the lines of an exported session', () => {
  it('covers the session, its messages, compactions and operations, and their number', () => {
    expect(lines).toEqual([
      '{"lamella":"session","version":1,"id":"s","revision":3,"length":3,"size":87,"createdAt":"2026-05-12T08:00:00.000Z","updatedAt":"2026-05-12T08:00:00.000Z"}',
      '{"position":0,"revision":1,"at":"2026-05-12T08:00:00.000Z","message":{"role":"user","content":"a"}}',
      '{"position":1,"revision":3,"message":{"role":"user","content":"b"}}',
      '{"position":2,"revision":3,"message":{"role":"user","content":"c"}}',
      '{"compaction":{"start":0,"end":1,"text":"in short","revision":2}}',
      '{"operation":{"name":"one","revision":1}}',
      '{"operation":{"name":"two","revision":2}}',
      '{"end":true,"lines":7}',
    ])
    expect(fork[0]).toBe(
      '{"lamella":"session","version":1,"id":"fork","revision":2,"length":3,"size":87,"forkedFrom":{"session":"s","at":2}}',
    )
  })

  it('returns the changes that they describe', async () => {
    const { changes } = await readSessionLines(lines)
    expect(changes.map(({ revision, operation, start, length }) => [revision, operation, start, length])).toEqual([
      [1, 'one', 0, 1],
      [2, 'two', 1, 1],
      [3, undefined, 1, 3],
    ])
    expect((await readSessionLines(fork)).changes.map(({ revision, start }) => [revision, start])).toEqual([[2, 2]])
  })

  it('accepts trailing empty lines, and nothing else', async () => {
    expect(await problem([...lines, '', ''])).toBeUndefined()
    expect(await problem([...lines, ' '])).toEqual([9, 'follows the end'])
    expect(await problem([...lines, ...lines])).toEqual([9, 'follows the end'])
  })

  it.each<readonly [number, (line: string) => unknown, string]>([
    [1, (line) => `\ufeff${line}`, 'begins with a byte order mark'],
    [1, () => '{"lamella":"skill"}', 'is not the start of an exported session'],
    [1, () => '{"position":0}', "is not one of a session's: lamella, message, compaction, operation, end"],
    [1, (line) => line.replace('"version":1', '"version":0'), 'has version 0; supported is 1'],
    [1, (line) => line.replace('"version":1', '"version":{"toString":1}'), 'has version object; supported is 1'],
    [1, (line) => line.replace('"id":"s"', '"id":""'), 'has an invalid value: id is empty'],
    [1, (line) => line.replace('"id":"s"', '"id":"\\ud800"'), 'has half of a surrogate pair'],
    [1, (line) => line.replace('"revision":3', '"revision":1e999'), 'revision is Infinity'],
    [1, (line) => line.replace('"revision":3', '"revision":9007199254740993'), 'revision is 9007199254740992'],
    [1, (line) => line.replace('2026-05-12T08', '2026-05-12T25'), 'createdAt is not an ISO 8601 instant'],
    [1, (line) => line.replace('"createdAt"', '"__proto__":{},"createdAt"'), 'is not as export() writes it'],
    [2, (line) => `${line}\r`, 'ends with a carriage return'],
    [2, () => '', 'is empty'],
    [2, (line) => Buffer.from(line), 'is object, not a string'],
    [2, () => 7, 'is number, not a string'],
    [2, () => '[]', 'is not an object'],
    [2, () => 'null', 'is not an object'],
    [2, (line) => line.slice(0, -1), 'is not JSON'],
    [2, (line) => `${line}${line}`, 'is not JSON'],
    [2, () => `{"message":${'['.repeat(100_000)}`, 'is not JSON'],
    [2, (line) => line.replace('"position":0', '"position":1'), 'is message 1 instead of 0'],
    [2, (line) => line.replace('"position":0', '"position":{"valueOf":0}'), 'is message object instead of 0'],
    [2, (line) => line.replace('"position":0', '"position":-0'), 'is not as export() writes it'],
    [2, (line) => line.replace('"position"', ' "position"'), 'is not as export() writes it'],
    [2, (line) => line.replace('{"role":"user"', '{"role":"robot"'), 'messages[0].role must be'],
    [2, (line) => line.replace('"a"}', '"a","n":1e999}'), 'messages[0] has Infinity'],
    [2, (line) => line.replace('"revision":1', '"revision":0'), 'revision is 0'],
    [3, (line) => line.replace('"revision":3', '"revision":3,"at":"2026-05-12"'), 'at is not an ISO 8601 instant'],
    [
      3,
      (line) => line.replace('"message":{', '"message":{"providerOptions":{"lamella":{"summary":{}}},'),
      'has providerOptions.lamella.summary, which is reserved for Lamella',
    ],
    [4, (line) => line.replace('"revision":3', '"revision":2'), 'has an earlier revision than the message before it'],
    [5, (line) => line.replace('"end":1', '"end":4'), 'compaction.end is 4, past the 3 messages'],
    [5, (line) => line.replace('"end":1', '"end":2'), 'ends at 2, past the 1 messages at that time'],
    [5, (line) => line.replace('"revision":2', '"revision":4'), 'appears where the change of revision 2 is missing'],
    [5, (line) => line.replace('"revision":2', '"revision":3'), 'has the revision of a message'],
    [5, (line) => line.replace('"revision":2', '"revision":1'), 'ends at 1, past the 0 messages at that time'],
    [5, (line) => line.replace('"start":0', '"start":null'), 'compaction.start is object'],
    [5, () => '{"compaction":null}', 'compaction is not an object'],
    [6, (line) => line.replace('"one"', '""'), 'options.operation is empty'],
    [6, (line) => line.replace('"revision":1', '"revision":4'), 'has revision 4, which no change has'],
    [7, (line) => line.replace('"revision":2', '"revision":1'), 'has no later revision than the operation before it'],
    [7, (line) => line.replace('"two"', '"one"'), 'has the name of another operation'],
    [8, (line) => line.replace('7', '8'), 'is not {"end":true,"lines":7}'],
    [8, () => '{"end":false}', 'is not {"end":true,"lines":7}'],
    [8, () => lines[0], "follows one of a later kind: 'operation'"],
  ])('rejects line %i, corrupted, by its number and problem (%#)', async (number, change, wanted) => {
    const seen = await problem(withLine(number, change))
    expect(seen?.[0]).toBe(number)
    expect(seen?.[1]).toContain(wanted)
  })

  it('rejects a truncated export, naming the missing line', async () => {
    for (let count = 0; count < lines.length; count++) {
      const wanted = [count + 1, 'is missing: the last line of a session counts the others']
      expect(await problem(lines.slice(0, count))).toEqual(wanted)
    }
  })

  it('rejects lines that do not match the header', async () => {
    for (const [from, to, wanted] of [
      ['"length":3', '"length":4', 'ends a session of 3 messages and size 87; it began as one of 4 and 87'],
      ['"size":87', '"size":88', 'ends a session of 3 messages and size 87; it began as one of 3 and 88'],
      ['"revision":3', '"revision":4', 'ends a session at revision 3; it began as one at 4'],
      [
        /08:00:00.000Z"}/,
        '08:00:01.000Z"}',
        'createdAt and updatedAt are not the first and the last time of its changes',
      ],
    ] as const) {
      const seen = await problem(withLine(1, (line) => line.replace(from, to)))
      expect(seen?.[0]).toBe(8)
      expect(seen?.[1]).toContain(wanted)
    }
    const empty = [
      '{"lamella":"session","version":1,"id":"s","revision":2,"length":0,"size":0}',
      '{"end":true,"lines":1}',
    ]
    expect(await problem(empty)).toEqual([2, 'ends a session at revision 1; it began as one at 2'])
  })

  it('reads a session that runs.write() has created empty, at revision 1, with and without later messages', async () => {
    const head = '{"lamella":"session","version":1,"id":"s"'
    const empty = [`${head},"revision":1,"length":0,"size":0}`, '{"end":true,"lines":1}']
    expect(await readSessionLines(empty)).toMatchObject({ info: { revision: 1 }, messages: [], changes: [] })
    const message = '{"role":"user","content":"a"}'
    const later = (revision: number): readonly string[] => [
      `${head},"revision":${revision},"length":1,"size":${message.length}}`,
      `{"position":0,"revision":${revision},"message":${message}}`,
      `{"operation":{"name":"one","revision":${revision}}}`,
      '{"end":true,"lines":3}',
    ]
    expect((await readSessionLines(later(2))).changes).toMatchObject([{ revision: 2, operation: 'one', length: 1 }])
    expect((await problem(later(3)))?.[1]).toContain('where the change of revision 1 is missing')
  })

  it('rejects a fork without its initial messages', async () => {
    const corrupted = (from: string, to: string): readonly string[] => fork.map((line) => line.replace(from, to))
    expect(await problem(fork)).toBeUndefined()
    expect(await problem(corrupted('"at":2}', '"at":3}'))).toEqual([
      4,
      'has revision 2, which a message at 2 cannot have',
    ])
    expect(await problem(corrupted('"at":2}', '"at":1}'))).toEqual([
      3,
      'has revision 1, which a message at 1 cannot have',
    ])
    const short = [
      '{"lamella":"session","version":1,"id":"f","revision":1,"length":0,"size":0,"forkedFrom":{"session":"s","at":2}}',
    ]
    expect(await problem([...short, '{"end":true,"lines":1}'])).toEqual([2, 'ends a fork of 2 messages after 0'])
  })

  it('rejects values that are not lines', async () => {
    for (const wrong of [undefined, null, 'text', 7, {}]) {
      await expect(readSessionLines(wrong as never)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    }
  })

  it('never returns the same session when one character changes: it returns a different one or rejects the lines', async () => {
    const text = lines.join('\n')
    let refused = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: text.length - 1 }),
        fc.string({ unit: codePoint, maxLength: 1 }),
        async (index, by) => {
          const corrupted = text.slice(0, index) + by + text.slice(index + 1)
          if (corrupted === text) return
          const seen = await problem(corrupted.split('\n'))
          if (seen === undefined) {
            // Then a text, an id or a name is different, which no line can detect.
            const read = await readSessionLines(corrupted.split('\n'))
            const result = JSON.stringify([read.info.id, read.messages, read.compactions, read.changes])
            const before = await readSessionLines(lines)
            expect(result).not.toBe(
              JSON.stringify([before.info.id, before.messages, before.compactions, before.changes]),
            )
          } else refused++
        },
      ),
      { numRuns: 1000 },
    )
    expect(refused).toBeGreaterThan(800)
  })
})
