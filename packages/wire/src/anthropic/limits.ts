import type { NameRule } from '../shared/tool-names.ts'

/** Tool names that every version accepts. Source: AN-TOOL-NAME (apify/tester-mcp-client#11: 64 characters). */
export const toolName: NameRule = {
  valid: /^[a-zA-Z0-9_-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_-]/g,
  maxLength: 64,
}

/** Tool names that the API accepts today. Source: AN-TOOL-NAME (modelcontextprotocol#1345). */
export const validToolName: RegExp = /^[a-zA-Z0-9_-]{1,128}$/

/**
 * Names of the fields at the top level of a tool's schema. Source: AN-SCHEMA-KEY ("Property keys should match pattern",
 * 400, beautyfree/appstore-connect-mcp#1; only the top level: decocms/studio#6874; read in November 2026).
 */
export const fieldName: NameRule = {
  valid: /^[a-zA-Z0-9_.-]{1,64}$/,
  invalidCharacter: /[^a-zA-Z0-9_.-]/g,
  maxLength: 64,
}

/** Ids of tool calls. Source: AN-TOOL-ID (anthropics/claude-code#10687, tailcallhq/forgecode#1142). */
export const validCallId: RegExp = /^[a-zA-Z0-9_-]+$/

/** A character that is invalid in a tool call id; global. */
export const invalidCallIdCharacter: RegExp = /[^a-zA-Z0-9_-]/g

/** The API documents no limit; ids of OpenAI's APIs also have at most 64 characters. */
export const portableCallId = 64

/** Ids of server tool calls. Source: AN-SERVER-TOOL (tingly-dev/tingly-box#1401). */
export const validServerCallId: RegExp = /^srvtoolu_[a-zA-Z0-9_]+$/

/**
 * The maximum number of cache marks in a request. Source: AN-CACHE-MAX (tghamm/Anthropic.SDK#50,
 * anthropics/claude-code#55302).
 */
export const maxCacheMarks = 4

/** The smallest thinking budget, in tokens. Source: AN-THINKING-BUDGET, schema `ThinkingConfigEnabled`. */
export const minThinkingBudget = 1_024

/** Characters of the prompt for a summary. Source: Anthropic, "Compaction on demand", read on 2026-11-23. */
export const maxInstructions = 16_384

/** The maximum number of messages in one request. Source: the SDK's description of `messages`. */
export const maxMessages = 100_000

/** Media types of images. Source: AN-IMAGE, schema `Base64ImageSource`. */
export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
