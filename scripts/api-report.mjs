// Prints what has changed in the public names of the packages since a commit, as Markdown:
//   node scripts/api-report.mjs origin/main
// Without a commit, writes the report of each package to packages/repo-checks/dist/api/.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const checks = join(root, 'packages/repo-checks')
const { build } = createRequire(join(checks, 'package.json'))('esbuild')

/** Writes the reports of the repository in a folder, and returns where they are. The program finds the repository from its own place. */
async function write(repository) {
  const program = join(repository, 'packages/repo-checks/dist/api-report.mjs')
  const reports = join(repository, 'packages/repo-checks/dist/api')
  await build({
    entryPoints: [join(checks, 'src/api/main.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  execFileSync(process.execPath, [program, reports], { stdio: ['ignore', 'inherit', 'inherit'] })
  return reports
}

const [commit] = process.argv.slice(2)
if (
  commit !== undefined &&
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root }).status !== 0
) {
  console.error(
    `There is no commit '${commit}' here. Pass a branch, a tag or a commit that this clone has, such as 'main'.`,
  )
  process.exit(1)
}
const now = await write(root)
if (commit !== undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-api-'))
  const before = join(folder, 'before')
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--quiet', before, commit], { cwd: root, stdio: 'inherit' })
    await symlink(join(checks, 'node_modules'), join(before, 'packages/repo-checks/node_modules'))
    const then = await write(before)
    const names = [...new Set([...(await readdir(then)), ...(await readdir(now))])].sort()
    let changed = 0
    for (const name of names) {
      const sides = [join(then, name), join(now, name)]
      const texts = await Promise.all(sides.map((path) => readFile(path, 'utf8').catch(() => '')))
      if (texts[0] === texts[1]) continue
      // Git compares files that are there.
      for (const [index, path] of sides.entries()) if (texts[index] === '') await writeFile(path, '')
      changed += 1
      const { stdout } = spawnSync('git', ['diff', '--no-index', '-U2', ...sides], { encoding: 'utf8' })
      console.log(`## ${name.replace(/\.md$/, '')}\n\n~~~diff\n${stdout.slice(stdout.indexOf('\n@@') + 1)}~~~\n`)
    }
    if (changed === 0) console.log('No public name has changed.')
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', before], { cwd: root })
    await rm(folder, { recursive: true, force: true })
  }
}
