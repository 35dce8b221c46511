import type { SystemMessage } from '@lamella/core'
import type { UpdateMark } from '@lamella/core/plugin'

/**
 * OpenAI's models by name, also with the prefix of a router or of a fine-tuned model: `gpt-4o`, `openai/gpt-5.4-mini`,
 * `ft:gpt-4.1:acme::x`. Others may have similar names (`gpt-oss`, `gpt-j`, a deployment).
 */
const named = /^(?:openai\/)?(?:ft:)?(?:gpt-\d+(?:\.\d+)?o?(?=[-:]|$)|chatgpt-\d|o\d+(?=[-:]|$))/

const gpt = /(?:^|\/)gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.])/

/** The version of a model of OpenAI, as major * 100 + minor; 0 for another name. */
export function versionOf(model: string | undefined): number {
  const [, major, minor = '0'] = gpt.exec(String(model).toLowerCase()) ?? []
  return major === undefined ? 0 : Number(major) * 100 + Number(minor)
}

/** "Unsupported value: 'messages[0].role' does not support 'system' with this model", nor `developer`. */
const first = /^(?:openai\/)?o1-(?:mini|preview)/

/**
 * Whether the model is known to take system and developer messages anywhere in a conversation. Other servers with these
 * formats may reject them, or accept them only at the start: the templates of most open models do.
 *
 * Source: microsoft/agent-framework#1077 (each chat model of OpenAI accepts them except o1-mini); QuantumNous/new-api#847
 * (o1-mini rejects both roles); OpenAI's staff at community.openai.com/t/1062784 ("for o1, system messages will auto-convert
 * to developer messages"); LiteLLM, "Developer role" (in the same position; open templates only at the start). Read on
 * 2026-11-23.
 */
export function takesInstructions(model: string | undefined): boolean {
  const name = model?.toLowerCase() ?? ''
  return named.test(name) && !first.test(name)
}

/** Returns an update of a run as a system message; `undefined` if the model is not known to take it. */
export function openaiInstruction(
  content: string,
  { tools }: UpdateMark,
  model: string | undefined,
): SystemMessage | undefined {
  return tools === undefined && takesInstructions(model) ? { role: 'system', content } : undefined
}
