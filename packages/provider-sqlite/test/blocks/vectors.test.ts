import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { meaning } from '../helpers/embedders.ts'
import { bytes } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }

describe('blocks with an embedder', () => {
  it('are found by the meaning of their newest text, and no longer by an older one', async () => {
    const { blocks, close } = await sqlite(':memory:', { embedder: meaning() })
    onTestFinished(close)
    await blocks.create(ada, { id: 'b', label: 'b', kind: 'k', text: 'My automobile' })
    await blocks.create(ada, { id: 'c', label: 'c', kind: 'k', text: 'Bread and butter' })
    const best = async (query: string): Promise<string | undefined> =>
      (await blocks.search(ada, { query, mode: 'vector' })).hits[0]?.item.id
    expect([await best('car'), await best('butter')]).toEqual(['b', 'c'])
    await blocks.append(ada, 'b', bytes('u'))
    await blocks.append(ada, 'c', bytes('u'))
    await blocks.setText(ada, 'b', 'Butter and bread', 2)
    await blocks.setText(ada, 'c', 'A vehicle', 2)
    expect([await best('car'), await best('butter')]).toEqual(['c', 'b'])
  })

  it('get one vector for each new text, and none for edits that do not change the text', async () => {
    const embedder = meaning()
    const { blocks, close } = await sqlite(':memory:', { embedder })
    onTestFinished(close)
    await blocks.create(ada, { id: 'b', label: 'b', kind: 'k' })
    await blocks.append(ada, 'b', bytes('u'))
    await blocks.setText(ada, 'b', 'tea', 2)
    await blocks.append(ada, 'b', bytes('v'))
    await blocks.setText(ada, 'b', 'tea', 3)
    await blocks.change(ada, 'b', { label: 'c', meta: { pinned: true } })
    await blocks.compact(ada, 'b', bytes('uv'), 3)
    await blocks.setText(ada, 'b', 'old', 1)
    expect(embedder.calls).toEqual([['tea']])
    await blocks.search(ada, { query: 'car' })
    await blocks.search(ada, { query: 'car' })
    expect(embedder.calls).toEqual([['tea'], ['car']])
  })

  it('are stored and found by words while the embedder fails, and get their vectors later', async () => {
    let isBroken = true
    const good = meaning()
    const notices: string[] = []
    const embedder = {
      ...good,
      embed: async (texts: readonly string[]) => {
        if (isBroken) throw new Error('down')
        return good.embed(texts)
      },
    }
    const onNotice = ({ code }: { readonly code: string }): number => notices.push(code)
    const { blocks, close } = await sqlite(':memory:', { embedder, onNotice })
    onTestFinished(close)
    await blocks.create(ada, { id: 'b', label: 'b', kind: 'k', text: 'My automobile' })
    expect(notices).toEqual(['EMBEDDING_FAILED'])
    expect((await blocks.search(ada, { query: 'automobile' })).hits[0]?.by).toEqual(['keyword'])
    isBroken = false
    expect((await blocks.search(ada, { query: 'car', mode: 'vector' })).hits[0]?.item.id).toBe('b')
  })
})
