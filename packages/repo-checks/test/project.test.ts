import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { filesBelow, type Manifest, root } from '../src/repo.ts'
import { isAtLeast, lineOf, matrixOf, stepsWith, workflows } from '../src/workflows.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { engines } = JSON.parse(read('package.json')) as Manifest
const floor = engines?.['node'] ?? ''
const nvmrc = read('.nvmrc').trim()
const setup = read('.ci/setup')

describe('versions of Node', () => {
  it.each([
    ['20.19', '>=20.19', true],
    ['20.18.3', '>=20.19', false],
    ['20', '>=20.19', true],
    ['18', '>=20.19', false],
    ['v22', '>=20.19', true],
  ])('are compared correctly: %s with %s', (version, least, expected) => {
    expect(isAtLeast(version, least)).toBe(expected)
  })

  it('in .nvmrc are allowed by `engines`', () => {
    expect(isAtLeast(nvmrc, floor)).toBe(true)
  })

  it('in CI are the oldest of `engines`, each LTS line above it, and .nvmrc', () => {
    const [oldest, ...others] = matrixOf('ci.yml', 'node')
    expect(`>=${oldest}`).toBe(floor)
    const [first] = lineOf(floor)
    const lines = Array.from({ length: (lineOf(nvmrc)[0] - first) / 2 }, (_, index) => String(first + 2 * (index + 1)))
    expect([...others, nvmrc.trim()]).toEqual(lines)
  })

  it.each(workflows)('in $name come from the matrix or from .nvmrc', (workflow) => {
    const inputs = stepsWith(workflow, 'actions/setup-node').map((step) => step.with)
    const known = [{ 'node-version': `\${{ matrix.node }}` }, { 'node-version-file': '.nvmrc' }]
    expect(inputs.filter((one) => !known.some((input) => JSON.stringify(input) === JSON.stringify(one)))).toEqual([])
  })

  it('in the devcontainer are the same as in .nvmrc', () => {
    expect(read('.devcontainer/devcontainer.json')).toContain(`/javascript-node:${nvmrc}-`)
  })
})

describe.each(workflows)('the workflow $name', ({ text, permissions, concurrency }) => {
  it('pins each action to a commit, with its version in a comment', () => {
    const uses = Array.from(text.matchAll(/uses: *(\S.*)/g), ([, action = '']) => action)
    const isPinned = (action: string): boolean =>
      action.startsWith('./') || /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)
    expect(uses.filter((action) => !isPinned(action))).toEqual([])
  })

  it('gives its jobs read access only', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(permissions)
  })

  it('declares a concurrency group', () => {
    expect(concurrency).toMatchObject({ group: expect.stringMatching(/\S/) })
  })
})

describe('README.md', () => {
  const [, install = ''] = /^## Install\n(.*?)^## /ms.exec(read('README.md')) ?? []

  it('shows the oldest Node of `engines` in its badge and under Install', () => {
    const oldest = floor.replace('>=', '')
    expect(read('README.md')).toContain(`img.shields.io/badge/node-%3E%3D${oldest}-`)
    expect(install).toContain(`Node.js ${oldest} or newer`)
  })
})

describe('settings that several files share', () => {
  it('the nightly workflow lists the suites of `.ci/nightly`', () => {
    const [, suites = ''] = /^suites=\((.*)\)$/m.exec(read('.ci/nightly')) ?? []
    expect(suites).not.toBe('')
    expect(matrixOf('nightly.yml', 'suite')).toEqual(suites.split(' '))
  })

  it('CI and the devcontainer install the same pnpm', () => {
    const [, version = ''] = /^version=(\S+)$/m.exec(setup) ?? []
    expect(version).not.toBe('')
    expect(read('.devcontainer/devcontainer.json')).toContain(`pnpm@${version} `)
  })

  it('editors indent like the formatter', () => {
    const { formatter } = JSON.parse(read('biome.json')) as { formatter: { indentStyle: string; lineWidth: number } }
    const editor = read('.editorconfig')
    expect(editor).toContain(`indent_style = ${formatter.indentStyle}\n`)
    expect(editor).toContain(`max_line_length = ${formatter.lineWidth}\n`)
  })

  it('issue forms are YAML with a name, a description and a body', () => {
    const forms = filesBelow(join(root, '.github/ISSUE_TEMPLATE'), '.yml').filter(
      (path) => !path.endsWith('config.yml'),
    )
    expect(forms).not.toEqual([])
    for (const path of forms) {
      const form = load(readFileSync(path, 'utf8'))
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) })
    }
  })
})
