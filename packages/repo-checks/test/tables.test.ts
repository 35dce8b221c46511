import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { firstColumn } from '../src/markdown.ts'
import { packages, published, root } from '../src/repo.ts'
import { runSnippets } from '../src/run-snippets.ts'
import { snippets } from '../src/snippets.ts'
import { collect, parse } from '../src/syntax.ts'

/** Returns the names of the members of a contract interface, in file order. */
function membersOf(file: string, name: string): readonly string[] {
  const tree = parse(join(root, 'packages/core/src/contract', file))
  const isIt = (node: ts.Node): ts.InterfaceDeclaration | undefined =>
    ts.isInterfaceDeclaration(node) && node.name.text === name ? node : undefined
  const [found] = collect(tree, isIt)
  return found?.members.map((member) => member.name?.getText() ?? '') ?? []
}

/** Returns the remaining tokens after each step of the ladder in the example of docs/truncation.md. */
async function sumsOfExample(): Promise<readonly number[]> {
  const example = snippets().find(({ page, prints }) => page.endsWith('truncation.md') && prints !== undefined)
  const ladder = `
    const sums = new Set(Array.from({ length: 471 }, (_, less) => plan(layers, 470 - less).tokens))
    console.log('sums', ...sums)`
  const [output] = await runSnippets([(example?.code ?? '') + ladder])
  return (output?.split('sums ')[1] ?? '').split(' ').map(Number)
}

describe('docs/writing-a-layer.md', () => {
  it.each([
    ['The layer', 'layer.ts', 'Layer'],
    ['The fragment', 'fragment.ts', 'Fragment'],
    ['The argument of `load`', 'layer.ts', 'LayerRequest'],
    ['The return value of `load`', 'layer.ts', 'LayerResult'],
  ])('lists under "%s" exactly the fields of the contract', (heading, file, name) => {
    const fields = membersOf(file, name)
    expect(fields).not.toEqual([])
    expect(firstColumn(join(root, 'docs/writing-a-layer.md'), heading)).toEqual(fields)
  })
})

describe('docs/images/ladder.svg', () => {
  it('shows the sums of the example in docs/truncation.md', async () => {
    const svg = readFileSync(join(root, 'docs/images/ladder.svg'), 'utf8')
    const shown = Array.from(svg.matchAll(/<text class="(?:small|bold)"[^>]*>(\d+)<\/text>/g), ([, sum]) => Number(sum))
    expect(shown).toEqual(await sumsOfExample())
  })
})

describe('ARCHITECTURE.md', () => {
  it('lists every package', () => {
    const listed = firstColumn(join(root, 'ARCHITECTURE.md'), 'Packages')
    expect([...listed].sort()).toEqual(packages.map(({ folder }) => folder).sort())
  })
})

describe('docs/which-package.md', () => {
  it('lists every published package', () => {
    const listed = firstColumn(join(root, 'docs/which-package.md'), 'All packages')
    expect([...listed].sort()).toEqual(published.map(({ manifest }) => manifest.name).sort())
  })
})
