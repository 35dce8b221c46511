import { expect, it } from 'vitest'
import { sharesOf } from '../../src/assembling/profile.ts'

it('gives each sample of a profile to the nearest package that called, and leaves out what is idle', () => {
  const frame = (functionName: string, url = ''): { functionName: string; url: string } => ({ functionName, url })
  const shares = sharesOf({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 5, 6, 7] },
      { id: 2, callFrame: frame('build', 'file:///repo/packages/core/dist/index.js'), children: [3] },
      {
        id: 3,
        callFrame: frame('get', 'file:///repo/node_modules/.pnpm/a@1/node_modules/better-sqlite3/lib/x.js'),
        children: [4],
      },
      { id: 4, callFrame: frame('native') },
      { id: 5, callFrame: frame('load', 'node:internal/modules/esm/loader') },
      { id: 6, callFrame: frame('(idle)') },
      { id: 7, callFrame: frame('(garbage collector)') },
    ],
    samples: [2, 4, 5, 6, 7, 1],
    timeDeltas: [10, 30, 40, 900, 15, 5],
  })
  expect(shares).toEqual([
    { part: 'loading modules', share: 0.4 },
    { part: 'better-sqlite3', share: 0.3 },
    { part: 'the garbage collector', share: 0.15 },
    { part: 'core', share: 0.1 },
    { part: 'Node itself', share: 0.05 },
  ])
})
