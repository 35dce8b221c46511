import { describe, expect, it } from 'vitest'
import { lamella } from '../../support/lamella.ts'
import { storeWithChat } from '../../support/stores.ts'

describe('lamella sessions index', () => {
  it('adds the messages of a tenant to the index of a database, once', async () => {
    const of = ['sessions', 'index', await storeWithChat('data.db')]
    expect(await lamella(of)).toMatchObject({ code: 0, stderr: '', stdout: '6 messages indexed.\n' })
    expect((await lamella(of)).stdout).toBe('0 messages indexed.\n')
  })

  it('says that a folder of files has no index', async () => {
    const { code, stdout, stderr } = await lamella(['sessions', 'index', await storeWithChat('data')])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('has no index')
  })
})
