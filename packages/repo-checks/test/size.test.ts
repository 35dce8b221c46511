import { describe, expect, it } from 'vitest'
import { bytesOf } from '../src/bundle.ts'
import { ceilings } from '../src/ceilings.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

const entries = published.flatMap(entriesOf)

describe('the size of an entry', () => {
  it.each(entries)('$specifier stays under its ceiling', async (entry) => {
    const { bytes, because } = ceilings[entry.specifier] ?? { bytes: 0, because: 'it has no ceiling' }
    expect(await bytesOf(entry), `${because}; ceiling ${bytes}`).toBeLessThanOrEqual(bytes)
  })

  it('has a ceiling only where there is an entry', () => {
    const known = entries.map(({ specifier }) => specifier)
    expect(Object.keys(ceilings).filter((specifier) => !known.includes(specifier))).toEqual([])
  })
})
