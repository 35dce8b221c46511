/** One way to read a model's name, with the provider if the name states it. */
export interface Spelling {
  readonly name: string
  /** The model's provider, if a prefix of the name states it. */
  readonly provider?: string
}

/** The maximum length of a name: the longest published one has 60 characters, a Bedrock ARN about 120. */
export const longestName = 200

/** Other names for the providers. */
const vendors: ReadonlyMap<string, string> = new Map([
  ['gemini', 'google'],
  ['meta-llama', 'meta'],
  ['moonshot', 'moonshotai'],
  ['qwen', 'alibaba'],
  ['x-ai', 'xai'],
  ['z-ai', 'zai'],
])

/** Prefixes that say where a model runs, not who makes it, with the platform if it has limits of its own. */
export const platforms: ReadonlyMap<string, 'bedrock' | 'vertex' | undefined> = new Map([
  ['amazon-bedrock', 'bedrock'],
  ['azure', undefined],
  ['bedrock', 'bedrock'],
  ['google-vertex', 'vertex'],
  ['models', undefined],
  ['openrouter', undefined],
  ['publishers', 'vertex'],
  ['vertex', 'vertex'],
  ['vertex_ai', 'vertex'],
])

/** Normalizes a name: case and surrounding white space do not matter. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase()
}

/**
 * Returns the ways to read a name, simplest first: as given, then without what platforms add around it. Dates, sizes
 * and `-latest` stay: the table decides whether two such names mean one model, not a rule.
 */
export function spellings(text: string): readonly Spelling[] {
  const plain = keyOf(text)
  const found: Spelling[] = [{ name: plain }]
  const add = (spelling: Spelling): Spelling => {
    if (spelling.name !== found.at(-1)?.name) found.push(spelling)
    return spelling
  }
  const bare = withoutPath(withoutWrapping(plain))
  if (bare === undefined) return found
  let last = add(bare)
  last = add(ofBedrock(last))
  last = add(ofVertex(last))
  // OpenRouter and others write claude-sonnet-4.5.
  if (last.name.startsWith('claude-')) add({ ...last, name: last.name.replace(/(\d)\.(\d)/g, '$1-$2') })
  return found
}

/** Removes what OpenAI adds to the name of a fine-tuned model (`ft:gpt-4o:org::id`), and prefixes of AWS and Google. */
function withoutWrapping(name: string): string {
  const tuned = /^ft:([^:]+):/.exec(name)?.[1]
  const arn = /^arn:aws[a-z-]*:bedrock:[^/]*:(?:foundation-model|inference-profile)\/(.+)$/.exec(name)?.[1]
  return tuned ?? arn ?? name.replace(/^projects\/[^/]+\/locations\/[^/]+\//, '')
}

/**
 * Reads `openai/gpt-4o`, `publishers/google/models/gemini-2.5-pro`, and `openai:gpt-4o` as registries of providers write it.
 * Returns `undefined` for any other path.
 */
function withoutPath(name: string): Spelling | undefined {
  const parts = name.replace(/^([a-z_-]+):/, '$1/').split('/')
  const last = parts.pop() ?? ''
  const [owner, ...more] = parts.filter((part) => !platforms.has(part))
  if (more.length > 0) return undefined
  return owner === undefined ? { name: last } : { name: last, provider: vendors.get(owner) ?? owner }
}

/** Reads `anthropic.claude-3-haiku-20240307-v1:0`, with or without a region prefix. */
function ofBedrock(spelling: Spelling): Spelling {
  const match = /^(?:[a-z-]+\.)?([a-z]+)\.(.+)$/.exec(spelling.name)
  if (match === null) return spelling
  const [, vendor = '', rest = ''] = match
  const provider = vendors.get(vendor) ?? vendor
  if ((spelling.provider ?? provider) !== provider) return spelling
  return { name: rest.replace(/-v?\d+:\d+$|-v\d+$/, ''), provider }
}

/** Reads Vertex's `claude-sonnet-4-5@20250929` as `claude-sonnet-4-5-20250929`. */
function ofVertex(spelling: Spelling): Spelling {
  const [name = '', version, ...more] = spelling.name.split('@')
  if (version === undefined || more.length > 0) return spelling
  return { ...spelling, name: version === 'default' ? name : `${name}-${version}` }
}
