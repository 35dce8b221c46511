import { type Consent, type ConsentRequest, createDocument } from '@lamella/blocks'
import { describe, expect, it } from 'vitest'

const sections = [
  { name: 'notes', schema: { type: 'text' } },
  { name: 'facts', readOnly: true, schema: { type: 'map', fields: [{ name: 'age', type: 'number' }] } },
] as const

function ask(consent: Consent | undefined, permission: 'Partner' | 'Human' = 'Partner') {
  const schema = { type: 'composite', sections } as const
  return createDocument({ schema, label: 'diary', permission, agent: 'entropy', ...(consent ? { consent } : {}) })
}

describe('consent', () => {
  it('is requested for a specific operation, and exactly that operation runs', async () => {
    const requests: ConsentRequest[] = []
    const doc = ask((request) => {
      requests.push(request)
      return true
    }, 'Human')
    await doc.section('notes').request('setText', 'Dear diary')
    expect(doc.section('notes').getText()).toBe('Dear diary')
    expect(requests).toEqual([
      {
        label: 'diary',
        operation: 'setText',
        access: 'overwrite',
        permission: 'Human',
        section: 'notes',
        from: 'human',
        agent: 'entropy',
        args: ['Dear diary'],
      },
    ])
  })

  it("is not requested if it is not needed, and the operation's result is returned", async () => {
    const doc = ask(() => {
      throw new Error('asked')
    })
    expect(await doc.section('notes').request('getText')).toBe('')
    expect(await doc.asSystem().section('notes').request('replaceText', 'a', 'b')).toBe(false)
  })

  it('for one operation cannot be used for another', async () => {
    const list = createDocument({
      schema: { type: 'list' },
      label: 'l',
      permission: 'Partner',
      consent: async () => {
        item.text = 'bad'
        return true
      },
    })
    const item = { text: 'good' }
    await list.request('pushItem', item)
    expect(list.items()).toEqual([{ text: 'good' }])
    expect(() => list.pushItem('again')).toThrow(expect.objectContaining({ code: 'BLOCK_CONSENT_NEEDED' }))
  })

  it.each([false, undefined, 1, 'yes', {}])('is only the value true: %j counts as refusal', async (answer) => {
    const doc = ask(() => answer as boolean)
    await expect(doc.section('notes').request('setText', 'x')).rejects.toMatchObject({
      code: 'BLOCK_FORBIDDEN',
      details: { reason: 'refused', operation: 'setText', permission: 'Partner' },
    })
    expect(doc.section('notes').getText()).toBe('')
  })

  it('counts as refused if the function throws, and the error has the cause', async () => {
    const cause = new Error('no line')
    const doc = ask(() => Promise.reject(cause))
    await expect(doc.section('notes').request('setText', 'x')).rejects.toMatchObject({
      code: 'BLOCK_FORBIDDEN',
      cause,
    })
  })

  it('is never requested for operations that no consent can allow', async () => {
    const doc = ask(() => {
      throw new Error('asked')
    })
    await expect(doc.section('facts').request('setField', 'age', 3)).rejects.toMatchObject({
      code: 'BLOCK_FORBIDDEN',
      details: { reason: 'read-only', needs: 'system' },
    })
    const list = createDocument({ schema: { type: 'list' }, label: 'l', permission: 'Human', consent: () => true })
    list.asSystem().pushItem('x')
    await expect(list.request('deleteItem', 0)).rejects.toMatchObject({
      details: { needs: 'Admin', reason: 'permission' },
    })
  })

  it('requires a consent function and an asynchronous call', async () => {
    await expect(ask(undefined).section('notes').request('setText', 'x')).rejects.toMatchObject({
      code: 'BLOCK_CONSENT_NEEDED',
    })
    expect(() =>
      ask(() => true)
        .section('notes')
        .setText('x'),
    ).toThrow(/needs the consent of the partner.*document\.section\('notes'\)\.request/s)
  })
})
