/** The use of a workspace file. */
export type WorkspaceUse = 'soul' | 'identity' | 'agents' | 'context' | 'user' | 'tools' | 'memory'

/** A conventional file in the root of an agent workspace. */
export interface WorkspaceFile {
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
const renameToAgents = 'Rename it to AGENTS.md to put its text in the system prompt.'

/**
 * The files that agent workspaces have by convention: those of OpenClaw (docs.openclaw.ai/concepts/agent-workspace,
 * 2026), of agents.md, and AGENT.md and CONTEXT.md. Files with the same use are read in this order and joined.
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
  { name: 'CLAUDE.md', holds: 'rules for Claude Code', like: 'AGENTS.md', advice: renameToAgents },
  { name: 'GEMINI.md', holds: 'rules for Gemini CLI', like: 'AGENTS.md', advice: renameToAgents },
])

/** Returns the names of the files with the given use, in order. */
export function namesOf(use: WorkspaceUse): readonly string[] {
  return workspaceFiles.filter((file) => file.use === use).map(({ name }) => name)
}

/** Returns the name of an agent-specific file: `AGENTS.research.md` for `AGENTS.md`. */
export function ownName(name: string, agent: string): string {
  return name.replace(/md$/, () => `${agent}.md`)
}
