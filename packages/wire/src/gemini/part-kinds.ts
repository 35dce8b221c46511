/** The kinds of data that a part can hold; it holds exactly one. Source: types of @google/genai, `Part`. */
export const dataKinds: readonly string[] = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

/** What can stand beside the data of a part. Source: types of @google/genai, `Part`. */
export const metaFields: readonly string[] = [
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'mediaProcessing',
  'partMetadata',
  'speechMetadata',
  'audioTranscription',
]

/** The data of tools that Google runs. What they hold is an object. */
export const runKinds: readonly string[] = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

/**
 * A name as the older form of JSON has it: `inlineData` is `inline_data`. The API reads both, and SDKs write both.
 * Source: Protocol Buffers, "ProtoJSON Format"; recorded requests.
 */
export function snakeOf(name: string): string {
  return Object.hasOwn(snakes, name)
    ? (snakes[name] ?? name)
    : name.replace(capitals, (letter) => `_${letter.toLowerCase()}`)
}

/** The reverse: `inline_data` is `inlineData`. */
export function camelOf(name: string): string {
  return name.includes('_') ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name
}

const capitals = /[A-Z]/g

/** Of the names that are asked for again and again. */
const snakes: Readonly<Record<string, string>> = Object.fromEntries(
  [...dataKinds, ...metaFields, 'mimeType', 'fileUri', 'displayName'].map((name) => [
    name,
    name.replace(capitals, (letter) => `_${letter.toLowerCase()}`),
  ]),
)
