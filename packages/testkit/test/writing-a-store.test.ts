import { readFileSync } from 'node:fs'
import { runSuite, sessionStoreSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { type KeyValue, keyValueSessions } from './subjects/key-value-sessions.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Texts under keys; each call takes a moment. */
function createKeyValue(): KeyValue {
  const texts = new Map<string, string>()
  const later = async <Result>(give: () => Result): Promise<Result> => {
    await Promise.resolve()
    return give()
  }
  return {
    get: (key) => later(() => texts.get(key)),
    set: (key, value) => later(() => void texts.set(key, value)),
    delete: (key) => later(() => texts.delete(key)),
    keys: (prefix) => later(() => [...texts.keys()].filter((key) => key.startsWith(prefix))),
  }
}

describe('the store of docs/writing-a-store.md', () => {
  it('matches the store that is tested here', () => {
    const block = /```ts\n([\s\S]*?)```/.exec(read('../../../docs/writing-a-store.md'))?.[1]
    expect(block).toBe(read('./subjects/key-value-sessions.ts'))
  })

  it('conforms to the contract, and skips only the cases about methods that it lacks', async () => {
    const cases = sessionStoreSuite(() => keyValueSessions(createKeyValue()), { runs: 20, largest: 100_000 })
    const { failed, skipped } = await runSuite(cases)
    expect(failed.map(({ error }) => error.message)).toEqual([])
    expect(skipped.filter(({ reason }) => !/^the store has no |^the option reopen is not set$/.test(reason))).toEqual(
      [],
    )
  })
})
