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

/** Fields that can accompany the data of a part. Source: types of @google/genai, `Part`. */
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

/** The data kinds of tools that Google runs. Their values are objects. */
export const runKinds: readonly string[] = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

/**
 * Returns a name in snake case: `inlineData` becomes `inline_data`. The API reads both forms, and SDKs write both.
 * Source: Protocol Buffers, "ProtoJSON Format"; recorded requests.
 */
export function snakeOf(name: string): string {
  return Object.hasOwn(snakes, name)
    ? (snakes[name] ?? name)
    : name.replace(capitals, (letter) => `_${letter.toLowerCase()}`)
}

/** The reverse: `inline_data` becomes `inlineData`. */
export function camelOf(name: string): string {
  return name.includes('_') ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name
}

const capitals = /[A-Z]/g

/** Caches frequently used names. */
const snakes: Readonly<Record<string, string>> = Object.fromEntries(
  [...dataKinds, ...metaFields, 'mimeType', 'fileUri', 'displayName'].map((name) => [
    name,
    name.replace(capitals, (letter) => `_${letter.toLowerCase()}`),
  ]),
)
