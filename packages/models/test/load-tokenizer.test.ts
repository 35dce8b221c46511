import { createTokenizers, getModel, loadTokenizer, type TiktokenPackage } from '@lamella/models'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'

const failing = (error: unknown) => (): Promise<TiktokenPackage> => Promise.reject(error)
const notInstalled = failing(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }))

describe('loadTokenizer', () => {
  it("counts exactly with the model's encoding", async () => {
    const tokenizers = await Promise.all(['gpt-4o', 'gpt-4'].map((name) => loadTokenizer(getModel(name).encoding)))
    expect(tokenizers.map(({ name, exact }) => [name, exact])).toEqual([
      ['tiktoken:o200k_base', true],
      ['tiktoken:cl100k_base', true],
    ])
  })

  it('estimates if the package is missing, and for models without a published encoding', async () => {
    const models = [getModel('gpt-4o'), getModel('gpt-4'), getModel('claude-opus-5-5'), undefined]
    const tokenizers = await Promise.all(models.map((model) => loadTokenizer(model?.encoding, notInstalled)))
    expect(tokenizers.map(({ name }) => name)).toEqual([
      'heuristic:careful',
      'heuristic:cl100k_base:careful',
      'heuristic:careful',
      'heuristic:careful',
    ])
  })

  it('estimates an encoding that the package does not have', async () => {
    expect((await loadTokenizer('o900k_base')).name).toBe('heuristic:careful')
  })

  it.each([
    ['Chromium', "Failed to resolve module specifier '@lamella/tokenizer-tiktoken'"],
    ['Firefox', 'The specifier “@lamella/tokenizer-tiktoken” was a bare specifier, but was not remapped to anything.'],
    ['Safari', "Module name, '@lamella/tokenizer-tiktoken' does not resolve to a valid URL."],
    ['workerd', 'No such module "@lamella/tokenizer-tiktoken".'],
  ])('knows from the message of %s, which has no code, that the package is missing', async (_, message) => {
    const tokenizer = await loadTokenizer('o200k_base', failing(new TypeError(message)))
    expect(tokenizer.name).toBe('heuristic:careful')
  })

  it('passes on any other failure unchanged', async () => {
    for (const failure of [new Error('broken'), undefined]) {
      await expect(loadTokenizer('o200k_base', failing(failure))).rejects.toBe(failure)
    }
  })
})

describe('createTokenizers', () => {
  it('loads each encoding once', async () => {
    const loaded: unknown[] = []
    const tokenizerFor = createTokenizers(async (encoding) => {
      loaded.push(encoding)
      return { ...charTokenizer, name: String(encoding) }
    })
    const [a, b] = await Promise.all([tokenizerFor(getModel('gpt-4o')), tokenizerFor(getModel('gpt-4o-mini'))])
    expect(a).toBe(b)
    expect((await tokenizerFor(getModel('gpt-4'))).name).toBe('cl100k_base')
    expect((await tokenizerFor(undefined)).name).toBe('undefined')
    expect(loaded).toEqual(['o200k_base', 'cl100k_base', undefined])
  })

  it('passes on loading errors, to try again later', async () => {
    let tries = 0
    const broken = createTokenizers(() => {
      tries++
      return Promise.reject(new Error('broken'))
    })
    for (let n = 0; n < 2; n++) await expect(broken(getModel('gpt-4o'))).rejects.toThrow('broken')
    expect(tries).toBe(2)
  })
})
