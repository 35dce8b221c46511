import { existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repoFiles, root, shown } from '../src/repo.ts'

const parent = dirname(root)
/** Folders that texts name for other reasons, such as examples in tests. */
const common = ['/', '/tmp', '/home', '/root', '/usr', '/opt', '/srv', '/var', '/app', '/src', tmpdir()]
const isCommon = common.includes(parent)
/** The paths of the repository and of the folder around it on this machine. */
const places = isCommon ? [root] : [root, parent]

/** Text files of the repository. `.ci/setup` may look for test data next to the repository. */
const texts = repoFiles()
  .filter((path) => shown(path) !== join('.ci', 'setup') && statSync(path).isFile())
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))

/**
 * Returns the relative paths in a text that lead to something next to the repository, from the file or from a folder
 * above it.
 */
function waysOut({ path, text }: { readonly path: string; readonly text: string }): readonly string[] {
  const ways = Array.from(text.matchAll(/(?:\.\.\/)+[\w.@-]+/g), ([way]) => way)
  return ways.filter((way) => {
    const [own = root, ...above] = foldersUp(dirname(path))
    if (isInside(join(own, way)) && existsSync(join(own, way))) return false
    return [own, ...above]
      .map((from) => join(from, way))
      .some((to) => !isInside(to) && dirname(to) === parent && existsSync(to))
  })
}

function isInside(path: string): boolean {
  return path === root || path.startsWith(root + sep)
}

function foldersUp(folder: string): readonly string[] {
  return folder === root || !isInside(folder) ? [folder] : [folder, ...foldersUp(dirname(folder))]
}

describe('the files of the repository', () => {
  it('contain no path of the machine they were written on', () => {
    const named = (text: string): boolean =>
      places.some((place) =>
        text.split(`${place}/`).some((before, index, all) => index < all.length - 1 && !/[\w.-]$/.test(before)),
      )
    const wrong = texts.filter(({ text }) => named(text))
    expect(wrong.map(({ path }) => shown(path))).toEqual([])
  })

  it.skipIf(isCommon)('need nothing outside the repository', () => {
    const wrong = texts.map((file) => ({ path: shown(file.path), ways: waysOut(file) }))
    expect(wrong.filter(({ ways }) => ways.length > 0)).toEqual([])
  })
})
