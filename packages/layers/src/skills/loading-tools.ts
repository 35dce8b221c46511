import type { Skill, ToolDefinition } from '@lamella/core'

/** Names of tools that load a skill by name, without separators. */
const loaders = ['skill', 'loadskill', 'readskill', 'useskill', 'activateskill', 'getskill', 'viewskill', 'invokeskill']

/**
 * Names of tools that read a file at a skill's location, without separators: those of the MCP file system server, of Anthropic's
 * and OpenAI's own tools, and of well-known agents.
 */
const readers =
  `read readfile readfiles readtextfile readmultiplefiles fileread view viewfile openfile cat getfilecontents
  strreplacebasededittool strreplaceeditor bash shell localshell execcommand runcommand executecommand runshellcommand
  runterminalcmd`.split(/\s+/)

/**
 * Returns whether the model could load a skill with the tools in a request: with the named tool, or else with one whose
 * name suggests that it loads skills or reads the file at the skill's location.
 */
export function loadableWith(
  tools: readonly ToolDefinition[],
  loadWith: string | undefined,
): (skill: Skill) => boolean {
  if (loadWith !== undefined) {
    const isThere = tools.some(({ name }) => name === loadWith)
    return () => isThere
  }
  const names = tools.flatMap(({ name }) => spellings(name))
  const loads = names.some((name) => loaders.includes(name))
  const reads = names.some((name) => readers.includes(name))
  return ({ location }) => loads || (reads && location !== undefined)
}

/**
 * Returns a name without separators, both whole and without the server prefix that MCP clients add: `fs__read_file`,
 * `fs.read_file`.
 */
function spellings(name: string): readonly string[] {
  const own = name.split(/__|[.:/]/).at(-1) ?? name
  return [name, own].map((one) => one.toLowerCase().replace(/[^a-z]/g, ''))
}
