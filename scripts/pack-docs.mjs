// Before packing: puts the guides that use a package into its folder docs/, with links for its version. After packing, with
// --remove: takes them away. Runs in the folder of a package; pnpm has put Node on PATH.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = 'https://github.com/lamella-js/lamella'

/** The guides of docs/, as paths below it, in order. */
async function guides() {
  const entries = await readdir(join(root, 'docs'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) =>
      posix.join(
        ...join(entry.parentPath, entry.name)
          .slice(join(root, 'docs').length + 1)
          .split(/[\\/]/),
      ),
    )
    .filter((path) => !/^(node_modules|dist)\//.test(path))
    .sort()
}

/** Whether a program on a page imports from a package. */
function uses(text, name) {
  return new RegExp(`^(import|export) [^\\n]* from '${name.replace('/', '\\/')}(/[^']*)?'`, 'm').test(text)
}

/** A link of a page leads to a guide beside it, to the README, or to the repository at the version of the package. */
function linkFor(target, page, { name, folder, version }, pages) {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(target)) return target
  const [path, anchor = ''] = target.split(/(?=#)/)
  const whole = posix.join('docs', posix.dirname(page), path)
  const inside = whole.replace(/^docs\//, '')
  const up = '../'.repeat(page.split('/').length)
  if (pages.includes(inside)) return `${posix.relative(posix.dirname(page), inside)}${anchor}`
  if ([`packages/${folder}`, `packages/${folder}/README.md`].includes(whole.replace(/\/$/, '')))
    return `${up}README.md${anchor}`
  return `${repository}/blob/${name}@${version}/${whole}${anchor}`
}

/** Writes what coding agents read: a list of the pages beside the package, and beside the core the skill for all packages. */
async function writeForAgents(packageFolder, { name, version }, used) {
  const lines = used.map(([page, text]) => `- [${titleOf(page, text)}](${page})`)
  const skill = name === '@lamella/core' ? ['- [The skill for coding agents](skills/using-lamella/SKILL.md)'] : []
  const all = ['- [README](../README.md): options and errors', ...skill, ...lines]
  await mkdir(join(packageFolder, 'docs'), { recursive: true })
  await writeFile(join(packageFolder, 'docs/llms.txt'), `# ${name} ${version}\n\n${all.join('\n')}\n`)
  if (skill.length > 0) await cp(join(root, 'skills'), join(packageFolder, 'docs/skills'), { recursive: true })
}

function titleOf(page, text) {
  return /^# (.+)$/m.exec(text)?.[1] ?? page
}

/** Writes the guides of the package in a folder, and returns their paths below docs/. */
export async function writeGuides(packageFolder) {
  const { name, version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const of = { name, version, folder: basename(packageFolder) }
  const all = await Promise.all(
    (await guides()).map(async (page) => [page, await readFile(join(root, 'docs', page), 'utf8')]),
  )
  const used = all.filter(([, text]) => uses(text, name))
  const pages = used.map(([page]) => page)
  await writeForAgents(packageFolder, of, used)
  const lines = []
  for (const [page, text] of used) {
    // Code has no Markdown links in it; in a page of text, brackets before parentheses are one.
    const linked = text.replace(
      /(\]\()([^()\s]+)(\))/g,
      (_, open, target, close) => `${open}${linkFor(target, page, of, pages)}${close}`,
    )
    const file = join(packageFolder, 'docs', page)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, linked)
    lines.push(`- [${titleOf(page, text)}](${page})`)
  }
  if (lines.length === 0) return []
  const head = `# Guides for ${name} ${version}\n\nThe options and errors are in [README.md](../README.md). These pages have programs that use the package:\n\n`
  await writeFile(join(packageFolder, 'docs/README.md'), `${head}${lines.join('\n')}\n`)
  return pages
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--remove')) await rm('docs', { recursive: true, force: true })
  else await writeGuides(process.cwd())
}
