import { describe, expect, it } from 'vitest'
import { bundle } from '../src/bundle.ts'

const programs = {
  builder: "export { createContext, createRegistry, defineLayer, plan } from '@lamella/core'",
  layersAndChat: `
    export { createContext } from '@lamella/core'
    export { standardLayers } from '@lamella/layers'
    export { toOpenAIChat } from '@lamella/wire/openai-chat'
  `,
  streamedAnswer: "export { decodeOpenAIChatStream } from '@lamella/wire/openai-chat'",
}

describe('a program', () => {
  it('with the builder loads nothing but the core: no store, no run, no limits, no prices, no decoder of files', async () => {
    const packages = await foldersOf('builder', /^packages\/([^/]+)\//)
    expect([...new Set(packages)]).toEqual(['core'])
    const folders = await foldersOf('builder', /^packages\/core\/src\/(.+)\/[^/]+$/)
    expect(folders).toContain('compose')
    expect(folders.filter((folder) => /plugin|tools|measure\/files/.test(folder))).toEqual([])
  })

  it('with the standard layers and an encoder loads no other layers, no decoder and no rules', async () => {
    const folders = await foldersOf('layersAndChat', /^packages\/(?:layers|wire)\/src\/(.+)\/[^/]+$/)
    expect(folders).toContain('history')
    expect(folders).toContain('openai-chat/encode')
    expect(folders.filter((folder) => /compression|tool-rules|rules|decode|validate/.test(folder))).toEqual([])
  })

  it('with a streamed answer loads no encoder and no rules', async () => {
    const folders = await foldersOf('streamedAnswer', /^packages\/wire\/src\/(.+)\/[^/]+$/)
    expect(folders).toContain('openai-chat/response')
    expect(folders.filter((folder) => /encode|rules|validate|kit/.test(folder))).toEqual([])
  })
})

/** Folders of the files whose code is in a program: the first group of a pattern for their paths. */
async function foldersOf(program: keyof typeof programs, pattern: RegExp): Promise<readonly string[]> {
  const { used } = await bundle({ code: programs[program] }, { platform: 'browser', format: 'esm' })
  return used.flatMap((path) => path.match(pattern)?.[1] ?? [])
}
