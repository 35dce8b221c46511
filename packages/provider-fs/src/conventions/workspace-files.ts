/** The use of a workspace file. */
export type WorkspaceUse = 'soul' | 'identity' | 'agents' | 'context' | 'user' | 'tools' | 'memory'

/** A conventional file in an agent workspace, or a folder of files. */
export interface WorkspaceFile {
  /** Path in the workspace, with `/`. */
  readonly name: string
  /** What the file holds, in a few words. */
  readonly holds: string
  /** What the file is used as. If absent, the file is reported in a notice and not used. */
  readonly use?: WorkspaceUse
  /** Whether an agent-specific file, such as `SOUL.research.md`, replaces the general one. Default `false`. */
  readonly perAgent?: boolean
  /** The equivalent file that is read, so that renaming is enough. */
  readonly like?: string
  /** How to get an unused file's text to the model, or why not to. */
  readonly advice: string
}

const other = 'Move its content to a file that is read.'

/** Rules for another program that would be in AGENTS.md here. */
function rulesOf(program: string, ...names: readonly string[]): readonly WorkspaceFile[] {
  return names.map((name) => {
    const isFolder = name.includes('/') && !name.endsWith('.md')
    const importing = `Move its content to AGENTS.md, or import it there: \`@${name}${isFolder ? '/…' : ''}\`.`
    return { name, holds: `rules for ${program}`, like: 'AGENTS.md', advice: importing }
  })
}

/** Skills where other programs look for them. */
function skillsOf(...folders: readonly string[]): readonly WorkspaceFile[] {
  const advice = 'Move them to skills/, or name the folder in the option `skills.directory`.'
  return folders.map((folder) => ({ name: `${folder}/skills`, holds: 'skills', advice }))
}

/**
 * The files that agent workspaces have by convention: those of OpenClaw (docs.openclaw.ai/concepts/agent-workspace,
 * 2026), of agents.md, and AGENT.md and CONTEXT.md; then those that other programs keep in a workspace, as their own
 * documentation says (2026). Files with the same use are read in this order and joined.
 * `workspace`, the assembler, the command line and `doctor` all use this list.
 */
export const workspaceFiles: readonly WorkspaceFile[] = Object.freeze([
  { name: 'SOUL.md', holds: 'personality', use: 'soul', perAgent: true, advice: other },
  { name: 'IDENTITY.md', holds: "the agent's name and nature", use: 'identity', advice: other },
  { name: 'AGENTS.md', holds: 'rules of behaviour', use: 'agents', perAgent: true, advice: other },
  { name: 'AGENT.md', holds: "the agent's purpose", use: 'agents', perAgent: true, advice: other },
  { name: 'CONTEXT.md', holds: 'what the agent works with', use: 'context', perAgent: true, advice: other },
  { name: 'USER.md', holds: 'the person the agent helps', use: 'user', advice: other },
  { name: 'TOOLS.md', holds: 'notes on tools', use: 'tools', advice: other },
  { name: 'MEMORY.md', holds: 'memories', use: 'memory', advice: other },
  { name: 'memory.md', holds: 'memories', use: 'memory', advice: 'Merge it into MEMORY.md.' },
  {
    name: 'HEARTBEAT.md',
    holds: 'tasks to check periodically',
    advice: 'Send its text as the message of a scheduled run.',
  },
  {
    name: 'BOOTSTRAP.md',
    holds: 'instructions for the first conversation',
    advice: 'Send its text as the first message of a new workspace, then delete it.',
  },
  { name: 'BOOT.md', holds: 'instructions for startup', advice: 'Send its text as a message at startup.' },
  {
    name: 'DREAMS.md',
    holds: 'a diary for people to read',
    advice: 'It is meant for people; delete it if it is not needed.',
  },
  ...rulesOf('Claude Code', 'CLAUDE.md'),
  ...rulesOf('Gemini CLI', 'GEMINI.md'),
  ...rulesOf('Claude Code', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules'),
  ...rulesOf('GitHub Copilot', '.github/copilot-instructions.md', '.github/instructions'),
  ...rulesOf('Cursor', '.cursorrules', '.cursor/rules'),
  ...rulesOf('Windsurf', '.windsurfrules', '.windsurf/rules'),
  ...rulesOf('Cline', '.clinerules'),
  ...rulesOf('Junie', '.junie/guidelines.md'),
  ...rulesOf('Qwen Code', 'QWEN.md'),
  ...rulesOf('Codex', 'AGENTS.override.md'),
  ...rulesOf('Antigravity', '.agent/rules', '.agents/rules'),
  ...rulesOf('Amazon Q', '.amazonq/rules'),
  ...rulesOf('Augment', '.augment-guidelines', '.augment/rules'),
  ...rulesOf('Continue', '.continue/rules'),
  ...rulesOf('Crush', 'CRUSH.md'),
  ...rulesOf('goose', '.goosehints'),
  ...rulesOf('Kiro', '.kiro/steering'),
  ...rulesOf('Roo Code', '.roorules', '.roo/rules'),
  ...rulesOf('Warp', 'WARP.md'),
  ...rulesOf('Zed', '.rules'),
  ...skillsOf('.agent', '.agents', '.claude', '.codex', '.cursor', '.gemini', '.github', '.opencode'),
])

/** Returns the names of the files with the given use, in order. */
export function namesOf(use: WorkspaceUse): readonly string[] {
  return workspaceFiles.filter((file) => file.use === use).map(({ name }) => name)
}

/** Returns the name of an agent-specific file: `AGENTS.research.md` for `AGENTS.md`. */
export function ownName(name: string, agent: string): string {
  return name.replace(/md$/, () => `${agent}.md`)
}
