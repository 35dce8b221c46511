// The release as it would be: versions and changelogs by changesets in a copy of the repository, and the tarballs of its
// packages.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

/** The published packages below a root: folder, path and manifest, by name. */
export async function publishedBelow(root) {
  const folders = (await readdir(join(root, 'packages'))).sort()
  const all = await Promise.all(
    folders.map(async (folder) => {
      const path = join(root, 'packages', folder)
      return { folder, path, manifest: await readJson(join(path, 'package.json')) }
    }),
  )
  return all.filter(({ manifest }) => !manifest.private)
}

/** Copies the files of the repository, with what is built, so that nothing here is changed. */
export async function copyRepository(from, to) {
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: from,
    maxBuffer: 2 ** 26,
  })
  const files = stdout.split('\0').filter((file) => file !== '' && !file.includes('/test/'))
  for (const file of files) {
    await cp(join(from, file), join(to, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  const packages = await publishedBelow(to)
  for (const { folder, path, manifest } of packages) {
    await cp(join(from, 'packages', folder, 'dist'), join(path, 'dist'), { recursive: true })
    // pnpm takes the versions of `workspace:^` from here.
    const { dependencies, optionalDependencies, devDependencies } = manifest
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      const other = packages.find((one) => one.manifest.name === name)
      if (other === undefined) continue
      await mkdir(join(path, 'node_modules', dirname(name)), { recursive: true })
      await symlink(other.path, join(path, 'node_modules', name), 'dir')
    }
  }
  const git = (...given) =>
    exec('git', ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost', ...given], { cwd: to })
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'A copy')
}

/**
 * Runs `changeset version` in a copy; if no note waits, the versions stay. Returns the problems of the versions and changelogs
 * that are there then, and the version of each package.
 */
export async function version(root, copy) {
  await exec(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], { cwd: copy })
  const problems = []
  const pending = (await readdir(join(copy, '.changeset'))).filter((name) => /(?<!README)\.md$/.test(name))
  if (pending.length > 0) problems.push(`changesets are left: ${pending.join(', ')}`)
  const versions = new Map()
  for (const { folder, path, manifest } of await publishedBelow(copy)) {
    const { name, version: made } = manifest
    versions.set(name, made)
    if (made === '0.0.0') problems.push(`${folder} has no version: write a note for it`)
    const changelog = await readFile(join(path, 'CHANGELOG.md'), 'utf8').catch(() => '')
    if (!changelog.startsWith(`# ${name}\n\n## ${made}\n`)) problems.push(`${folder} has no changelog of ${made}`)
    if (!/^- \S/m.test(changelog)) problems.push(`the changelog of ${folder} is empty`)
  }
  const others = (await readdir(copy, { recursive: true })).filter(
    (file) => /(?:^|\/)CHANGELOG\.md$/.test(file) && !/node_modules|^packages\//.test(file),
  )
  if (others.length > 0) problems.push(`changelogs of what is not published: ${others.join(', ')}`)
  return { problems, versions }
}

/** Runs `changeset publish` in a copy. The environment names the registry. */
export async function publish(root, copy, env) {
  const changeset = join(root, 'node_modules/@changesets/cli/bin.js')
  await exec(process.execPath, [changeset, 'publish', '--no-git-tag'], { cwd: copy, env })
}

/** Packs a package as npm would publish it. Returns the tarball, its size, its files and its manifest. */
export async function pack({ folder, path }, into) {
  const before = new Set(await readdir(into))
  await exec('pnpm', ['pack', '--pack-destination', into], { cwd: path })
  const name = (await readdir(into)).find((one) => !before.has(one))
  const tarball = join(into, name)
  const list = await exec('tar', ['-tzf', tarball])
  const { stdout: manifest } = await exec('tar', ['-xzOf', tarball, 'package/package.json'])
  const files = list.stdout
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  return { folder, tarball, files: files.sort(), manifest: JSON.parse(manifest) }
}

const allowed =
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/(.+\.md|llms\.txt)|dist\/.+\.(js|d\.ts|js\.map|bin|html|css))$/

/** What is wrong with a tarball: files that nobody needs, fields that only this repository understands. */
export function problemsOf({ folder, files, manifest }, versions) {
  const text = JSON.stringify(manifest)
  const repository = manifest.repository?.url
  return [
    ...files.filter((file) => !allowed.test(file)).map((file) => `${folder} ships ${file}`),
    ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
      .filter((file) => !files.includes(file))
      .map((file) => `${folder} lacks ${file}`),
    ...(text.includes('workspace:') ? [`${folder} depends on a workspace`] : []),
    ...(text.includes('@lamella/source') ? [`${folder} exports its sources`] : []),
    ...(repository === 'git+https://github.com/lamella-js/lamella.git'
      ? []
      : [`${folder} names the repository ${repository}`]),
    ...(manifest.publishConfig?.access === 'public' ? [] : [`${folder} is not public`]),
    ...Object.entries(manifest.dependencies ?? {})
      .filter(([name, range]) => name.startsWith('@lamella/') && range !== `^${versions.get(name)}`)
      .map(([name, range]) => `${folder} depends on ${name} ${range}`),
  ]
}

/** Runs publint and attw on a tarball. Returns their problems, and how each kind of resolution finds the types. */
export async function checkTarball(root, { folder, tarball }) {
  const bin = (name) => join(root, 'node_modules/.bin', name)
  const publint = await exec(bin('publint'), ['run', tarball, '--strict']).then(
    () => [],
    (error) => [`publint on ${folder}: ${error.stdout}`],
  )
  const { stdout } = await exec(bin('attw'), [tarball, '--format', 'json', '--profile', 'strict'], {
    maxBuffer: 2 ** 26,
  }).catch((error) => error)
  const { analysis } = JSON.parse(stdout)
  const names = Object.keys(analysis.entrypoints ?? {}).filter((name) => name !== './package.json')
  const found = Object.fromEntries(
    ['node10', 'node16-cjs', 'node16-esm', 'bundler'].map((kind) => [kind, names.length]),
  )
  const problems = []
  for (const { kind, entrypoint = '', resolutionKind } of analysis.problems ?? []) {
    // An ES module for CommonJS is intended: Node loads it with `require`.
    if (kind === 'CJSResolvesToESM' || entrypoint === './package.json') continue
    if (kind === 'NoResolution') found[resolutionKind]--
    if (kind !== 'NoResolution' || resolutionKind !== 'node10') {
      problems.push(`${folder} ${entrypoint}: ${kind} with ${resolutionKind}`)
    }
  }
  return { problems: [...publint, ...problems], entries: names.length, found }
}

/** The settings of the release workflow that sign what is published. */
export async function provenanceProblems(root) {
  const workflow = await readFile(join(root, '.github/workflows/release.yml'), 'utf8')
  return [
    ...(/NPM_CONFIG_PROVENANCE: "true"/.test(workflow) ? [] : ['release.yml does not set NPM_CONFIG_PROVENANCE']),
    ...(/id-token: write/.test(workflow) ? [] : ['release.yml may not ask for a token that signs']),
  ]
}
