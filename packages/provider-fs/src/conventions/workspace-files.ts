/** What `workspace` makes of a file. */
export type WorkspaceUse = 'soul' | 'identity' | 'agents' | 'user' | 'tools' | 'memory'

/** What the assembler's `BootstrapFileLoader` makes of a file. */
export type BootstrapUse = 'agent' | 'soul' | 'context'

/** Who reads workspace files. */
export type WorkspaceReader = 'workspace' | 'bootstrap'

/** A file that agents' workspaces have by convention, in the root of the folder. */
export interface WorkspaceFile {
  readonly name: string
  /** What it holds, in a few words. */
  readonly holds: string
  /** What `workspace` makes of it. Absent: it does not read it. */
  readonly workspace?: WorkspaceUse
  /** What `BootstrapFileLoader` makes of it. Absent: it does not read it. */
  readonly bootstrap?: BootstrapUse
  /** The file that another reader takes for the same, so that renaming is enough. */
  readonly like?: string
  /** What to do so that a reader that does not read it shows its text to the model, or why that is not wanted. */
  readonly advice: string
}

const rename = (name: string): string => `Rename it to ${name} to have its text in the system prompt.`
const other = 'Move what the model should know to a file that is read.'

/**
 * The files that agents' workspaces have by convention: those of OpenClaw (docs.openclaw.ai/concepts/agent-workspace, 2026), of
 * agents.md, and those that the assembler reads. `doctor`, `workspace` and the assembler go by this one list.
 */
export const workspaceFiles: readonly WorkspaceFile[] = Object.freeze([
  { name: 'SOUL.md', holds: 'personality', workspace: 'soul', bootstrap: 'soul', advice: other },
  { name: 'IDENTITY.md', holds: 'name and nature of the agent', workspace: 'identity', advice: other },
  { name: 'AGENTS.md', holds: 'rules of behaviour', workspace: 'agents', like: 'AGENT.md', advice: rename('AGENT.md') },
  { name: 'USER.md', holds: 'whom the agent helps', workspace: 'user', advice: other },
  { name: 'TOOLS.md', holds: 'notes on tools', workspace: 'tools', advice: other },
  { name: 'MEMORY.md', holds: 'what is remembered', workspace: 'memory', advice: other },
  { name: 'memory.md', holds: 'what is remembered', workspace: 'memory', advice: other },
  {
    name: 'AGENT.md',
    holds: 'what the agent is for',
    bootstrap: 'agent',
    like: 'AGENTS.md',
    advice: rename('AGENTS.md'),
  },
  { name: 'CONTEXT.md', holds: 'what the agent works with', bootstrap: 'context', advice: other },
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
  { name: 'CLAUDE.md', holds: 'rules for Claude Code', like: 'AGENTS.md', advice: rename('AGENTS.md') },
  { name: 'GEMINI.md', holds: 'rules for Gemini CLI', like: 'AGENTS.md', advice: rename('AGENTS.md') },
])
