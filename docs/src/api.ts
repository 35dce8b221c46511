import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
} from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { filesBelow, published, root, shown } from '../../packages/repo-checks/src/repo.ts'
import { entriesOf } from '../../packages/repo-checks/src/source-entries.ts'
import { firstSentence } from './llms.ts'

const entries = published.flatMap(entriesOf)

/** Writes a page for each entry of each package: its public names with their types and doc comments. */
export async function writeApi(folder: string): Promise<void> {
  const options: TypeDocOptions & Partial<PluginOptions> = {
    name: 'API',
    entryPoints: entries.map(({ source }) => source),
    tsconfig: join(root, 'docs/tsconfig.api.json'),
    plugin: ['typedoc-plugin-markdown'],
    // `pnpm typecheck` does that for all packages at once.
    skipErrorChecking: true,
    disableSources: true,
    readme: 'none',
    sort: ['source-order'],
    logLevel: 'Error',
    // A page for each entry; a page for each name would be 1,500 pages.
    router: 'module',
    entryFileName: 'index.md',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    sanitizeComments: true,
    useHTMLAnchors: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
  }
  const app = await Application.bootstrapWithPlugins(options)
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc could not read the sources.')
  nameModules(project)
  await app.outputs.writeOutput({ name: 'markdown', path: folder }, project)
  await renamePages(folder)
  await writeFile(join(folder, 'index.md'), await indexOf(project, folder))
}

/** Returns the page of all names that a program can import, each with the first sentence of its comment. */
async function indexOf(project: ProjectReflection, folder: string): Promise<string> {
  const modules = new Map((project.children ?? []).map((module) => [module.name, module]))
  const parts: string[] = []
  for (const one of published) {
    parts.push(`## ${one.manifest.name}`, `${one.manifest.description}.`)
    for (const { specifier } of entriesOf(one)) {
      const places = placesIn(await readFile(join(folder, `${specifier}.md`), 'utf8'))
      parts.push(listOf(specifier, places, modules.get(specifier)?.children ?? []))
    }
  }
  const about = 'What a program can import, one sentence each. Types are on the page of their entry.'
  return `${['# API', about, ...parts].join('\n\n')}\n`
}

/** Returns the places of the names on a page: TypeDoc numbers those that differ only in upper and lower case. */
function placesIn(page: string): ReadonlyMap<string, string> {
  const found = page.matchAll(/^<a id="([^"]+)"><\/a>\n\n### ([\w$\\]+)/gm)
  return new Map(Array.from(found, ([, place = '', name = '']) => [name.replaceAll('\\', ''), place]))
}

function listOf(
  specifier: string,
  places: ReadonlyMap<string, string>,
  children: readonly DeclarationReflection[],
): string {
  const page = `./${specifier}.md`
  const rows = children
    .filter(({ kind }) => (kind & valueKinds) !== 0)
    .map((child) => `- [\`${child.name}\`](${page}#${places.get(child.name) ?? ''}): ${sentenceOf(child)}`)
  const title = `[\`${specifier}\`](${page})`
  return rows.length === 0 ? `${title} has types only.` : [`From ${title}:`, '', ...rows].join('\n')
}

const valueKinds = ReflectionKind.Function | ReflectionKind.Variable | ReflectionKind.Class

function sentenceOf({ comment, signatures = [] }: DeclarationReflection): string {
  const summary = (signatures[0]?.comment ?? comment)?.summary ?? []
  return firstSentence(summary.map(({ text }) => text).join(''))
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
}

/** TypeDoc numbers the page of an entry whose name is also that of a function, such as `core/plan-2.md`. */
async function renamePages(folder: string): Promise<void> {
  const files = filesBelow(folder, '.md')
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll(/(?<=[/(])plan-2\.md/g, 'plan.md'))
  }
  await rename(join(folder, '@lamella/core/plan-2.md'), join(folder, '@lamella/core/plan.md'))
}

/** Names each module as people import it; TypeDoc names it by its place, such as `core/src/plan`. */
function nameModules(project: ProjectReflection): void {
  const placed = entries.map(({ specifier, source }) => ({
    specifier,
    place: shown(source).replace(/^packages\//, ''),
  }))
  for (const module of project.children ?? []) {
    const found = placed.find(({ place }) => [`${module.name}.ts`, `${module.name}/index.ts`].includes(place))
    if (!found) throw new Error(`The module ${module.name} is no entry of a package.`)
    module.name = found.specifier
  }
}
