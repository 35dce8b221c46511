import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, type ProjectReflection, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { filesBelow, published, root, shown } from '../../packages/repo-checks/src/repo.ts'
import { entriesOf } from '../../packages/repo-checks/src/source-entries.ts'

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
