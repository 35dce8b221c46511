import { assemblerError } from '../errors.ts'

type Files = typeof import('@lamella/provider-fs')

/**
 * Loads the package that reads folders, on demand: an assembler without a folder does not pay for it. Bundlers for browsers
 * put an empty module in its place, since the field `browser` of package.json says so.
 *
 * @throws LamellaError `WORKSPACE_UNSUPPORTED`
 */
export async function loadFiles(
  folder: string,
  load: () => Promise<Partial<Files>> = () => import('@lamella/provider-fs'),
): Promise<Files> {
  const files = await load()
  if (files.openWorkspace !== undefined) return files as Files
  throw assemblerError(
    'WORKSPACE_UNSUPPORTED',
    `The folder '${folder}' cannot be read: this program was bundled for a browser, which has no files.`,
    'Assemble on a server, or pass the texts as `sections` and the rest as `layers`.',
    { folder },
  )
}
