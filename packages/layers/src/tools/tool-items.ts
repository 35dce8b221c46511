import type { Fragment, ToolDefinition } from '@lamella/core'
import { cutText, escapeReservedTags, jsonSchemaOf } from '@lamella/core/plugin'
import { indent, listItem, oneLine } from '../shared/plain-text.ts'

/** How to call a tool whose schema is sent in the request's field for tools. */
export const defaultHowToCall: string =
  'Call a tool only through the tool-calling interface, with arguments that match its schema. Do not guess its result.'

/** How to call a tool whose schema is in the text. */
export const defaultHowToCallInText: string = [
  'To call a tool, answer with one JSON object and nothing else: {"tool": "<name>", "input": <arguments>}.',
  'The arguments must match the JSON Schema that follows "input:". Do not guess the result; wait for it.',
].join('\n')

/** The lengths to which a description is cut, in characters (UTF-16 units). */
const cuts = [120, 60] as const

/**
 * Makes the forms of a tool whose schema the provider gets separately: name and description, then a shorter
 * description, then the name.
 */
export function toolItem({ name, description = '' }: ToolDefinition): Fragment {
  const item = (text: string): string => listItem(text === '' ? oneLine(name) : `${oneLine(name)}: ${text}`)
  return fragment(name, item(description.trim()), [...shortDescriptions(description).map(item), item('')])
}

/**
 * Makes the forms of a tool that the model knows only from the text: name, schema and description, then a shorter
 * description. Every form has the schema, because without it the model could not call the tool correctly.
 */
export function toolItemWithSchema({ name, description = '', inputSchema }: ToolDefinition): Fragment {
  const head = `- ${escapeReservedTags(oneLine(name))}\n  input: ${schemaText(jsonSchemaOf(inputSchema, name))}`
  // Indented two levels: no line of a description can look like the `input:` of its own tool or of another one.
  const item = (text: string): string =>
    text === '' ? head : `${head}\n  description:\n${escapeReservedTags(indent(text, '    '))}`
  return fragment(name, item(description.trim()), [...shortDescriptions(description).map(item), item('')])
}

function fragment(name: string, content: string, shorter: readonly string[]): Fragment {
  return Object.freeze<Fragment>({ id: `tool:${oneLine(name)}`, content, shorter, origin: { by: 'tool' } })
}

function shortDescriptions(description: string): readonly string[] {
  return cuts.map((max) => cutText(oneLine(description), max, { marker: () => '…' }))
}

/** Returns JSON on one line. What JSON allows inside strings is escaped as JSON does: line breaks, and reserved tags. */
function schemaText(schema: unknown): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const json = JSON.stringify(schema)
  const unsafe = escapeReservedTags(json) === json ? /[\u007f-\u009f\u2028\u2029]/g : /[^ -;=-~]/g
  return json.replace(unsafe, escaped)
}
