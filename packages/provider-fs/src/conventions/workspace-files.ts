/** What a workspace's file is read as. */
export type WorkspaceUse = 'soul' | 'identity' | 'agents' | 'context' | 'user' | 'tools' | 'memory'

/** A file that agents' workspaces have by convention, in the root of the folder. */
export interface WorkspaceFile {
  readonly name: string
  /** What it holds, in a few words. */
  readonly holds: string
  /** What it is read as. Absent: it is found, named in a notice, and not used. */
  readonly use?: WorkspaceUse
  /** An agent's own file, such as `SOUL.research.md`, takes the place of the general one. Default `false`. */
  readonly perAgent?: boolean
  /** The file that another program reads in its place, so that renaming is enough. */
  readonly like?: string
  /** How to get the text of a file that is not used to the model, or why that is not wanted. */
  readonly advice: string
}

const other = 'Move what the model should know to a file that is read.'
const renameToAgents = 'Rename it to AGENTS.md to have its text in the system prompt.'

/**
 * The files that agents' workspaces have by convention: those of OpenClaw (docs.openclaw.ai/concepts/agent-workspace, 2026), of
 * agents.md, and AGENT.md and CONTEXT.md. Files of one use are read in this order and joined. `workspace`, the assembler, the
 * command line and `doctor` all go by this list.
 */
export const workspaceFiles: readonly WorkspaceFile[] = Object.freeze([
  { name: 'SOUL.md', holds: 'personality', use: 'soul', perAgent: true, advice: other },
  { name: 'IDENTITY.md', holds: 'name and nature of the agent', use: 'identity', advice: other },
  { name: 'AGENTS.md', holds: 'rules of behaviour', use: 'agents', perAgent: true, advice: other },
  { name: 'AGENT.md', holds: 'what the agent is for', use: 'agents', perAgent: true, advice: other },
  { name: 'CONTEXT.md', holds: 'what the agent works with', use: 'context', perAgent: true, advice: other },
  { name: 'USER.md', holds: 'whom the agent helps', use: 'user', advice: other },
  { name: 'TOOLS.md', holds: 'notes on tools', use: 'tools', advice: other },
  { name: 'MEMORY.md', holds: 'what is remembered', use: 'memory', advice: other },
  { name: 'memory.md', holds: 'what is remembered', use: 'memory', advice: 'Make one file of it and MEMORY.md.' },
  {
    name: 'HEARTBEAT.md',
    holds: 'tasks to check periodically',
    advice: 'Send its text as the message of a scheduled run.',
  },
  {
    name: 'BOOTSTRAP.md',
    holds: 'what to do in the first conversation',
    advice: 'Send its text as the first message of a new workspace, then delete it.',
  },
  { name: 'BOOT.md', holds: 'what to do when the program starts', advice: 'Send its text as a message at the start.' },
  {
    name: 'DREAMS.md',
    holds: 'a diary that people read',
    advice: 'It is meant for people; delete it if nobody reads it.',
  },
  { name: 'CLAUDE.md', holds: 'rules for Claude Code', like: 'AGENTS.md', advice: renameToAgents },
  { name: 'GEMINI.md', holds: 'rules for Gemini CLI', like: 'AGENTS.md', advice: renameToAgents },
])

/** The names of the files that are read as one thing, in their order. */
export function namesOf(use: WorkspaceUse): readonly string[] {
  return workspaceFiles.filter((file) => file.use === use).map(({ name }) => name)
}

/** The name of an agent's own file: `AGENTS.research.md` of `AGENTS.md`. */
export function ownName(name: string, agent: string): string {
  return name.replace(/md$/, () => `${agent}.md`)
}
