import { readFileSync } from 'node:fs'
import { formatSuite, registerSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { turnsFormat } from './subjects/turns-format.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the format of docs/writing-a-format.md', () => {
  it('matches the format that is tested here', () => {
    const block = /```ts\n([\s\S]*?)```/.exec(read('../../../docs/writing-a-format.md'))?.[1]
    expect(block).toBe(read('./subjects/turns-format.ts'))
  })
})

registerSuite(
  { describe, it },
  'turnsFormat',
  formatSuite(() => turnsFormat),
)
