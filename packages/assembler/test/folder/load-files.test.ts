import { describe, expect, it } from 'vitest'
import { loadFiles } from '../../src/folder/load-files.ts'

describe('loadFiles', () => {
  it('loads the package that reads folders', async () => {
    expect(await loadFiles('./agent')).toHaveProperty('openWorkspace', expect.any(Function))
  })

  it('names the folder where a bundler has put an empty module in place of the package', async () => {
    const failed = loadFiles('./agent', async () => ({}))
    await expect(failed).rejects.toMatchObject({ code: 'WORKSPACE_UNSUPPORTED', details: { folder: './agent' } })
  })
})
