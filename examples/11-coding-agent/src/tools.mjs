// The tools of a coding agent, for one folder. Nothing outside of it is read or written.

import { execFile } from 'node:child_process'
import { readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const text = (description) => ({ type: 'string', description })

/** Returns the tools of a folder: definition and `execute`. */
export function projectTools(folder) {
  const tool = (name, description, properties, execute) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    execute,
  })
  const path = text('A path in the project, such as src/price.mjs.')
  return [
    tool('list_files', 'Lists the files of the project.', {}, async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      return files
        .map((file) => relative(folder, file).replaceAll(sep, '/'))
        .sort()
        .join('\n')
    }),
    tool('read_file', 'Reads a file.', { path }, async (input) => readFile(await inside(folder, input.path), 'utf8')),
    tool(
      'edit_file',
      'Replaces a text that occurs exactly once in a file.',
      { path, before: text('The text as it is.'), after: text('The text as it shall be.') },
      async (input) => {
        const file = await inside(folder, input.path)
        const parts = (await readFile(file, 'utf8')).split(input.before)
        if (parts.length !== 2) throw new Error(`The text occurs ${parts.length - 1} times in ${input.path}, not once.`)
        await writeFile(file, parts.join(input.after))
        return `${input.path} is changed.`
      },
    ),
    tool('run_tests', 'Runs the tests of the project. Prints a line for each.', {}, async () => {
      const run = await exec(process.execPath, ['check.mjs'], {
        cwd: folder,
        timeout: 60_000,
        maxBuffer: 2 ** 24,
      }).catch((error) => error)
      return `${run.stdout}${run.stderr}`.trimEnd()
    }),
  ]
}

/** Returns where a path of the project is. Links that lead out of it are refused, too. */
async function inside(folder, path) {
  const root = await realpath(folder)
  const file = await realpath(resolve(root, path)).catch(() => undefined)
  if (file === undefined) throw new Error(`There is no file ${path}.`)
  if (!file.startsWith(root + sep)) throw new Error(`${path} is outside of the project.`)
  return file
}
