/** A name as a model may be known by, and whose it must be where the name says so. */
export interface Spelling {
  readonly name: string
  /** The model's provider, where something in front of the name tells it. */
  readonly provider?: string
}

/** Longer names are of no model: the longest that is published has 60 characters, an ARN of Bedrock some 120. */
export const longestName = 200

/** Others' names for the providers. */
const vendors: ReadonlyMap<string, string> = new Map([
  ['gemini', 'google'],
  ['meta-llama', 'meta'],
  ['moonshot', 'moonshotai'],
  ['qwen', 'alibaba'],
  ['x-ai', 'xai'],
  ['z-ai', 'zai'],
])

/** What stands before a model's name and says where it runs, not whose it is. */
const hosts: ReadonlySet<string> = new Set([
  'amazon-bedrock',
  'azure',
  'bedrock',
  'google-vertex',
  'models',
  'openrouter',
  'publishers',
  'vertex',
  'vertex_ai',
])

/** Case decides nothing, nor does white space around a name. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase()
}

/**
 * The ways to read a name, the plainest first: as it stands, then without what platforms put around it. Dates, sizes and
 * `-latest` stay: whether two such names mean one model is for the table to say, not for a rule.
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

/** Takes off what OpenAI puts around a fine-tuned model (`ft:gpt-4o:org::id`), and what AWS and Google put before a model. */
function withoutWrapping(name: string): string {
  const tuned = /^ft:([^:]+):/.exec(name)?.[1]
  const arn = /^arn:aws[a-z-]*:bedrock:[^/]*:(?:foundation-model|inference-profile)\/(.+)$/.exec(name)?.[1]
  return tuned ?? arn ?? name.replace(/^projects\/[^/]+\/locations\/[^/]+\//, '')
}

/** `openai/gpt-4o`, `publishers/google/models/gemini-2.5-pro`, `openai:gpt-4o`; `undefined` for a path of something else. */
function withoutPath(name: string): Spelling | undefined {
  const parts = name.split('/')
  const last = parts.pop() ?? ''
  const owners = parts.filter((part) => !hosts.has(part))
  if (owners.length > 1) return undefined
  const colon = /^([a-z-]+):(.+)$/.exec(last)
  const owner = owners[0] ?? colon?.[1]
  const rest = owners.length === 0 && colon?.[2] !== undefined ? colon[2] : last
  return owner === undefined ? { name: rest } : { name: rest, provider: vendors.get(owner) ?? owner }
}

/** `anthropic.claude-3-haiku-20240307-v1:0`, with or without a region before it. */
function ofBedrock(spelling: Spelling): Spelling {
  const match = /^(?:(?:us|us-gov|eu|apac|au|jp|ca|global)\.)?([a-z]+)\.(.+)$/.exec(spelling.name)
  if (match === null) return spelling
  const [, vendor = '', rest = ''] = match
  const provider = vendors.get(vendor) ?? vendor
  if ((spelling.provider ?? provider) !== provider) return spelling
  return { name: rest.replace(/-v?\d+:\d+$|-v\d+$/, ''), provider }
}

/** `claude-sonnet-4-5@20250929` on Vertex is `claude-sonnet-4-5-20250929` elsewhere. */
function ofVertex(spelling: Spelling): Spelling {
  const [name = '', version, ...more] = spelling.name.split('@')
  if (version === undefined || more.length > 0) return spelling
  return { ...spelling, name: version === 'default' ? name : `${name}-${version}` }
}
