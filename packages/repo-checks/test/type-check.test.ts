import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorPages } from '../../../docs/src/error-pages.ts'
import { root } from '../src/repo.ts'
import { type Snippet, snippets } from '../src/snippets.ts'
import { typeCheck } from '../src/type-check.ts'

const examples = Array.from(errorPages(), ([code, text]): Snippet => {
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(text) ?? []
  const place = `docs/errors/${code}.md`
  return { place, page: join(root, place), code: example, before: 0, line: 1, prints: undefined }
})
const madeUp: Snippet = {
  ...{ page: `${root}/docs/made-up.md`, place: 'docs/made-up.md:10', line: 10, before: 1, prints: undefined },
  code: "export {}\nimport { createContext } from '@lamella/core'\ncreateContext().useless()\n",
}

describe('code in the pages', () => {
  const shown = snippets()
  let problems: readonly string[] = []
  // One program for all: a second one would resolve the same types again. The SDKs that recipes use have many.
  beforeAll(() => {
    problems = typeCheck([...shown, ...examples, madeUp])
  })
  const isMadeUp = (problem: string): boolean => problem.startsWith('docs/made-up.md')

  it('is found in pages, in the skill and for each code', () => {
    for (const folder of ['docs', 'packages', 'skills/using-lamella']) {
      expect(shown.filter(({ page }) => page.startsWith(join(root, folder, '/')))).not.toEqual([])
    }
    expect(examples.filter(({ code }) => code === '')).toEqual([])
  })

  it('compiles', () => {
    expect(problems.filter((problem) => !isMadeUp(problem))).toEqual([])
  })

  it('is reported by the line of its page if it does not compile', () => {
    expect(problems.filter(isMadeUp)).toEqual([
      expect.stringMatching(/^docs\/made-up\.md:11 Property 'useless' does not exist/),
    ])
  })
})
