/** The most that an entry may hold. Bytes are minified, gzipped, without the packages it imports. */
export interface Ceiling {
  readonly bytes: number
  /** The maximum number of names that exist at run time. Types are not counted. Without it, any number. */
  readonly values?: number
  /** What the bytes are spent on, and whom the limit protects. */
  readonly because: string
}

/**
 * By import specifier. A ceiling is about a tenth above the size measured when it was set. If you raise one, give the
 * reason here.
 */
export const ceilings: Readonly<Record<string, Ceiling>> = {
  '@lamella/ai-sdk': {
    bytes: 7_000,
    values: 1,
    because:
      'prompts of two specifications to messages and back are a third, a stream that is watched a tenth; the rest is the middleware, ' +
      'steps and options. The SDK is the host',
  },
  '@lamella/assembler': {
    bytes: 25_300,
    values: 8,
    because:
      'gathering, checking and building a request is a third; parameters, with what each kind of model takes of them, a fifth; ' +
      'compaction and cache a quarter and 1,800: strategies that fall back, a check that measures what is free, and compaction in ' +
      'the background. The classes of its page are at `/seed`',
  },
  '@lamella/assembler/seed': {
    bytes: 28_400,
    values: 14,
    because:
      "an assembler and ten classes by the names of their page, of which a bundler keeps what is used; all but a fifth is the main entry's",
  },
  '@lamella/assembler/mcp': {
    bytes: 4_400,
    because:
      'lists and results of servers that may send anything or nothing: two thirds read and bound what comes, and the deadline of ' +
      'lists and calls is a tenth',
  },
  '@lamella/blocks': {
    bytes: 37_000,
    values: 24,
    because:
      'everything an agent with blocks needs, of which a bundler keeps what is used: documents with their schemas, permissions ' +
      'and rendering are two fifths, the store a quarter, layers and builder a fifth, tools of the model the rest. More than a ' +
      'quarter of all checks what users, agents and other replicas give. The CRDT library is a dependency (3.5 MB of ' +
      'WebAssembly), and none of it must show here',
  },
  '@lamella/chunks': {
    bytes: 14_100,
    because:
      'a table of tags, pairing, planning and a report are a half; a fifth checks what users and their renderers give; ' +
      'the rest leads to messages and back, which a bundler leaves out where it is not used',
  },
  '@lamella/core': {
    bytes: 41_000,
    values: 15,
    because:
      'every user loads it, in browsers and workers too. A quarter is runs, with 1,000 for what a turn keeps through a cut and 700 for what goes on behind a summary of the provider; openRun and the reading of stores are 5,000, with 200 for what a provider summarized; what a cut leaves as a digest 1,500, what tracers follow 300, what a report tells in detail for recordings 200, a fifth checks what users and layers give, and says how to fix it; a ' +
      'quarter is the planner with the pairing of tools and approvals; an eighth the report. The check of messages takes 1,500, ' +
      'since it knows the shapes of six other formats by their fields. Texts of errors and reports are 3,300',
  },
  '@lamella/core/adapter': {
    bytes: 13_100,
    values: 12,
    because:
      'runs in a store, which it shares with openRun, are a half; the comparison of what a host gives with its session a tenth, the ' +
      'forms that hosts keep a tenth, the options of all adapters with their checks a tenth and 200, of which an observer is 100. An adapter loads it with the core',
  },
  '@lamella/core/search': {
    bytes: 5_900,
    values: 21,
    because:
      'what stores that search share: scores by words, joining with vectors and of several kinds, and the care for embedders ' +
      'that fail are a third each. Pure functions; a store loads it with `/store`, which holds the checks',
  },
  '@lamella/core/plan': {
    bytes: 4_000,
    values: 4,
    because: 'the planner for a page that shows how a budget is shared: no layer, no counting, no builder',
  },
  '@lamella/core/plugin': {
    bytes: 15_700,
    values: 54,
    because:
      'the snapshot of a context is 1,100; nine names are for tools with executors, which blocks, layers and other plugins share; ' +
      'tools of which a plugin takes some and a bundler leaves the rest. Messages are checked and cut here as in the builder, ' +
      'so a program that has both loads them once',
  },
  '@lamella/core/store': {
    bytes: 20_200,
    values: 67,
    because:
      'a method of a store checks its arguments with one function each; reading and writing exported sessions takes a quarter, ' +
      'copying between stores an eighth, token counts that outlive a process 1,000, the check of native summaries and the fingerprint of what they replace 700. The builder loads none of it',
  },
  '@lamella/core/memory': {
    bytes: 16_500,
    values: 6,
    because:
      'three stores with all that a store can have, most of it shared with `/store`. The builder loads none of it',
  },
  '@lamella/layers': {
    bytes: 28_200,
    because:
      'nine layers, of which tool rules with their tracker take 2,000 and activity 500, and compression of histories, which is a ' +
      'third; the digest of values takes 4,000, pinned messages 2,500, old results that give way by rungs 1,500; small steps near a minimum take 400 bytes; a bundler keeps what is used. Loaded wherever the core is',
  },
  '@lamella/inspector': {
    bytes: 3_400,
    values: 4,
    because:
      'a program that records loads it: no page, no planner; keys of contents and their redaction are a third, the bar of a window and the ' +
      'comparison of two builds, for the command line, a third',
  },
  '@lamella/inspector/node': {
    bytes: 2_500,
    values: 3,
    because:
      'files and the server with its checks; the page is a file beside it, of at most 150,000 bytes gzipped (`build-page.mjs`)',
  },
  '@lamella/langchain': {
    bytes: 6_000,
    values: 4,
    because:
      'messages both ways, for the blocks of three providers, are two thirds; the middleware, and the function for graphs without an agent, are the rest. The host is a peer',
  },
  '@lamella/layers/tools': {
    bytes: 4_700,
    because:
      'six tools with their texts for the model; apart from the layers, of which a program with these tools may need none',
  },
  '@lamella/mcp': {
    bytes: 5_600,
    because:
      'a half turns skills, memory and sessions into resources, a third is HTTP with its checks; the SDK is a peer dependency, and none of it must show here',
  },
  '@lamella/models': {
    bytes: 7_700,
    because:
      'the budget of a request is 200; a table of a hundred models as text is a third; the rest reads names, checks own models and catalogues. A bundler ' +
      'leaves the catalogue loader out where it is not used',
  },
  '@lamella/openai-agents': {
    bytes: 7_000,
    values: 5,
    because:
      'items both ways are a half, the session with its transactions a quarter, the filter a quarter. The host is a peer',
  },
  '@lamella/provider-fs': {
    bytes: 36_200,
    because:
      'runs on servers only, where size is start-up time; files of skills and tools of a workspace take 800; sweeping what killed processes leave takes 1,000; careful reading of untrusted files takes a third, stores that ' +
      'outlive crashes and know when other processes write take the rest',
  },
  '@lamella/provider-sqlite': {
    bytes: 29_500,
    because:
      'runs on servers only; a fifth is SQL, a third search by words and vectors. A function for each method of a store is 600 bytes, the reading of native summaries 150. ' +
      'The database is a dependency',
  },
  '@lamella/provider-postgres': {
    bytes: 31_000,
    because:
      'runs on servers only; a third is SQL with the schema, a tenth errors and what to do about them. Sessions, memory, blocks and search are a fifth each; ' +
      'a function for each method of a store is 600 bytes. The client of the database is a dependency',
  },
  '@lamella/opentelemetry': {
    bytes: 4_500,
    because:
      'names of attributes and metrics are a third, the texts of requests by the schema of the conventions a tenth; none of the API or the conventions is in it, and no SDK',
  },
  '@lamella/ranker-bm25': {
    bytes: 24_500,
    because:
      'an index that changes and is never slow is a half, and a bundler leaves it out where there is only a ranker; analysis, ' +
      'with the irregular forms of English, a third; the rest is what turns of conversations need',
  },
  '@lamella/ranker-bm25/languages': {
    bytes: 6_300,
    because:
      'twenty languages, of which a bundler keeps those that are used; their stemmers and most lists of stop words are ' +
      'dependencies, except for English: its stemmer and irregular forms are two thirds',
  },
  '@lamella/testkit': {
    bytes: 88_000,
    because:
      'for tests only; the cases, their texts and the mutants, of which those of block stores and formats are a ' +
      'quarter, those of sources and framings a fifteenth, the prefix server a fiftieth, since it knows the rules of signed summaries, and native summaries as much. The limit keeps data out of the code',
  },
  '@lamella/tokenizer-heuristic': {
    bytes: 7_500,
    because:
      'weights for two encodings, expected and upper, character classes of fourteen scripts, calibration. It is there to be ' +
      'far smaller than a rank table (11 MB)',
  },
  '@lamella/tokenizer-tiktoken': {
    bytes: 12_900,
    because:
      'the scanner and the merging; a third is what computes tables, which is in the sources only. The tables load on demand; ' +
      'one that is imported at the top would show here at once',
  },
  '@lamella/wire/openai-chat': {
    bytes: 28_700,
    because:
      'encoder, decoder and validator of one format; a bundler keeps those that are used. No format contains another. A third ' +
      'is shared by all formats: the driver, pairing, names and ids, base64 and media types of files, losses and repairs, and 400 decides which summaries of providers are sent as text. Responses, whole and streamed, are 5,400, which a program that only sends leaves out',
  },
  '@lamella/wire/openai-responses': {
    bytes: 38_000,
    because:
      'as for openai-chat; more than two dozen kinds of items that must come back as they were; the compaction strategy with the check of its answer is 1,500, which a bundler leaves out; responses are 5,300',
  },
  '@lamella/wire/anthropic': {
    bytes: 46_900,
    because:
      'as for openai-chat; thinking, blocks of tools that the provider runs, tools in messages, and the cache plan; signed summaries are 1,400, and their strategy, which a bundler leaves out, as much; responses are 4,600',
  },
  '@lamella/wire/gemini': {
    bytes: 39_900,
    because:
      "as for openai-chat; a quarter writes JSON Schemas in Gemini's own way, the split of cached content, and 300 of what is shared decides about summaries; responses are 5,700, with the arguments that Vertex AI streams",
  },
  '@lamella/wire/bedrock-converse': {
    bytes: 26_000,
    because:
      'as for openai-chat; half is the driver and what it brings along, which knows summaries of providers; responses are 5,200',
  },
  '@lamella/wire/formats': {
    bytes: 115_000,
    because:
      'the table is data; every format loads on demand, and is counted here as for a bundler that cannot split, with 3,000 for summaries by providers and 13,600 for responses',
  },
  '@lamella/wire/kit': {
    bytes: 16_800,
    because:
      'the driver, and what all formats share: third-party formats load the same code, with 400 for summaries in a format of their own; the reader of responses is 3,700',
  },
  '@lamella/wire/messages': {
    bytes: 1_900,
    because: 'three functions on messages, in no format, which keep summaries of providers apart',
  },
  '@lamella/wire/validate': {
    bytes: 30_200,
    because:
      'the rules of all five formats, for tests and gateways; it must hold no encoder. The rule of signed summaries, and of thinking after them, is 500',
  },
}
