import type { NameRule } from '../shared/tool-names.ts'

/** Names of tools that every version takes. Source: AN-TOOL-NAME (apify/tester-mcp-client#11: 64 characters). */
export const toolName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/** Names that the API takes today. Source: AN-TOOL-NAME (modelcontextprotocol#1345). */
export const validToolName: RegExp = /^[a-zA-Z0-9_-]{1,128}$/

/** Ids of tool calls. Source: AN-TOOL-ID (anthropics/claude-code#10687, tailcallhq/forgecode#1142). */
export const validCallId: RegExp = /^[a-zA-Z0-9_-]+$/

/** A character that no id of a tool call may have; global. */
export const invalidCallIdCharacter: RegExp = /[^a-zA-Z0-9_-]/g

/** The API names no limit; ids of OpenAI's APIs have at most 64 characters, too. */
export const portableCallId = 64

/** Ids of calls that Anthropic ran. Source: AN-SERVER-TOOL (tingly-dev/tingly-box#1401). */
export const validServerCallId: RegExp = /^srvtoolu_[a-zA-Z0-9_]+$/

/** Cache marks in a request. Source: AN-CACHE-MAX (tghamm/Anthropic.SDK#50, anthropics/claude-code#55302). */
export const maxCacheMarks = 4

/** The smallest budget of thinking, in tokens. Source: AN-THINKING-BUDGET, schema `ThinkingConfigEnabled`. */
export const minThinkingBudget = 1_024

/** Messages of one request. Source: the SDK's description of `messages`. */
export const maxMessages = 100_000

/** Media types of images. Source: AN-IMAGE, schema `Base64ImageSource`. */
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
