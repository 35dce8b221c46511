import type { Ceiling } from './ceiling.ts'
import { coreCeilings } from './core-ceilings.ts'

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
    bytes: 5_600,
    because:
      'lists and results of servers that may send anything or nothing: two thirds read and bound what comes, the deadline of ' +
      'lists and calls is a tenth; 1,100 for results that stand twice, blocks for the user, and base64 in any form',
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
  '@lamella/chunks/seed': {
    bytes: 12_900,
    values: 3,
    because: "the builder by the names of its page; all but 500 is the main entry's",
  },
  ...coreCeilings,
  '@lamella/layers': {
    bytes: 42_000,
    because:
      'the digest of facts is 9,500, since a cut must know what sentences do, as `/summary` does; the text for images that give way is 1,100, how the model reads what is shortened 500; nine layers, of which tool rules with their tracker take 2,000 and activity 500, and compression of histories, which is a ' +
      'third; the digest of values takes 4,000, pinned messages 2,500, old results that give way by rungs 1,500; small steps near a minimum take 400 bytes; a bundler keeps what is used. Loaded wherever the core is',
  },
  '@lamella/inspector': {
    bytes: 6_800,
    values: 4,
    because:
      'a program that records loads it: no page, no planner; writing what builds have in common once, and reading it, is half; keys of ' +
      'contents and their redaction a sixth, the bar of a window and the comparison of two builds, for the command line, a sixth',
  },
  '@lamella/inspector/node': {
    bytes: 2_700,
    values: 3,
    because:
      'files and the server with its checks; the page is a file beside it, of at most 153,000 bytes gzipped (`build-page.mjs`)',
  },
  '@lamella/langchain': {
    bytes: 6_000,
    values: 4,
    because:
      'messages both ways, for the blocks of three providers, are two thirds; the middleware, and the function for graphs without an agent, are the rest. The host is a peer',
  },
  '@lamella/layers/summary': {
    bytes: 18_100,
    values: 7,
    because:
      'finding values, names and what sentences do is two fifths; lines that join, replace and correct each other a fifth, and so are ' +
      'the strategy for a model, with its checks and chunks, and what is missing. Apart from the layers: most programs let a model summarize',
  },
  '@lamella/layers/tool-search': { bytes: 5_600, because: 'two tools; a third checks inputs by their JSON Schema' },
  '@lamella/layers/tools': {
    bytes: 5_400,
    because:
      'seven tools with their texts for the model; apart from the layers, of which a program with these tools may need none',
  },
  '@lamella/mcp': {
    bytes: 5_600,
    because:
      'a half turns skills, memory and sessions into resources, a third is HTTP with its checks; the SDK is a peer dependency, and none of it must show here',
  },
  '@lamella/models': {
    bytes: 11_800,
    because:
      'prices of a hundred models as text, and what is done with them, are 3,000; limits beside the tokens are 300; the budget of a request is 200; a table of a hundred models as text is a third; the rest reads names, checks own models and catalogues. A bundler ' +
      'leaves the catalogue loader out where it is not used',
  },
  '@lamella/openai-agents': {
    bytes: 7_000,
    values: 5,
    because:
      'items both ways are a half, the session with its transactions a quarter, the filter a quarter. The host is a peer',
  },
  '@lamella/provider-fs': {
    bytes: 43_700,
    because:
      'broken front matter that is read as it was meant takes 1,200, groups of skills 500, imports of instruction files and files of other programs 1,100, naming session files that are not read 900; counts in a file are 800; runs on servers only, where size is start-up time; files of skills and tools of a workspace take 800; blobs 1,800; sweeping what killed processes leave takes 1,000; careful reading of untrusted files takes a third, stores that ' +
      'outlive crashes and know when other processes write take the rest',
  },
  '@lamella/provider-sqlite': {
    bytes: 30_750,
    because:
      'runs on servers only; a fifth is SQL, a third search by words and vectors. A function for each method of a store is 600 bytes, the reading of native summaries 150, an index in bounded steps that says how far it is 850. ' +
      'The database is a dependency',
  },
  '@lamella/provider-postgres': {
    bytes: 38_350,
    because:
      'runs on servers only; a third is SQL with the schema, a tenth errors and what to do about them. Sessions, memory, blocks and search are a fifth each; ' +
      'a function for each method of a store is 600 bytes. Indexes of vectors, their upkeep and their use, are 1,700 bytes, blobs 2,200, texts that are remembered between searches 1,000, and the locks of sessions, with a state that is derived from the last message, 1,000; an index in bounded steps that says how far it is 850. The client of the database is a dependency',
  },
  '@lamella/opentelemetry': {
    bytes: 4_500,
    because:
      'names of attributes and metrics are a third, the texts of requests by the schema of the conventions a tenth; none of the API or the conventions is in it, and no SDK',
  },
  '@lamella/ranker-bm25': {
    bytes: 24_500,
    because:
      'an index that changes and is never slow is a half, and a bundler leaves it out where there is only a ranker; analysis, with the irregular forms of English, a third; the rest is what turns of conversations need',
  },
  '@lamella/ranker-bm25/languages': {
    bytes: 6_300,
    because:
      'twenty languages, of which a bundler keeps those that are used; their stemmers and most lists of stop words are ' +
      'dependencies, except for English: its stemmer and irregular forms are two thirds',
  },
  '@lamella/ranker-bm25/stores': { bytes: 16_000, because: 'four fifths are the analysis of the package' },
  '@lamella/ranker-bm25/tools': { bytes: 16_000, because: 'two thirds are the analysis of the package' },
  '@lamella/offload': {
    bytes: 24_000,
    because:
      'heads of texts, tables and JSON, references of media, the store around a store, and the tool: pages, lines, patterns, paths. ' +
      'The engine of regular expressions (260,000) loads with the first pattern; one that is imported at the top would show here at once',
  },
  '@lamella/testkit': {
    bytes: 98_000,
    because:
      'for tests only; the cases, their texts and the mutants, of which those of block stores and formats are a ' +
      'quarter, those of sources and framings a fifteenth, the prefix server a fiftieth, since it knows the rules of signed summaries, and native summaries as much, blobs with their mutants a twelfth. The limit keeps data out of the code',
  },
  '@lamella/testkit/retention': {
    bytes: 6_300,
    because: 'for tests only; sentences and their words are a third, planting and reading them the rest',
  },
  '@lamella/tokenizer-heuristic': {
    bytes: 7_900,
    because:
      'weights for two encodings, expected, careful (400, fitted to machine text) and upper, character classes of fourteen ' +
      'scripts, calibration. It is there to be far smaller than a rank table (6.5 MB)',
  },
  '@lamella/tokenizer-tiktoken': {
    bytes: 12_900,
    because:
      'the scanner and the merging; a third is what computes tables, which is in the sources only. The tables load on demand; ' +
      'one that is imported at the top would show here at once',
  },
  '@lamella/wire/openai-chat': {
    bytes: 35_300,
    because:
      'encoder, decoder and validator of one format; a bundler keeps those that are used. No format contains another. A third ' +
      'is shared by all formats: the driver, pairing, names and ids, base64 and media types of files, losses and repairs, and 400 decides which summaries of providers are sent as text. Responses, whole and streamed, are 5,400, which a program that only sends leaves out',
  },
  '@lamella/wire/openai-responses': {
    bytes: 44_500,
    because:
      'as for openai-chat; more than two dozen kinds of items that must come back as they were; the compaction strategy with the check of its answer is 1,500, which a bundler leaves out; responses are 5,300',
  },
  '@lamella/wire/anthropic': {
    bytes: 52_600,
    because:
      'as for openai-chat; thinking, blocks of tools that the provider runs, tools in messages, and the cache plan; signed summaries are 1,400, and their strategy, which a bundler leaves out, as much; responses are 4,600; 1,100 rename fields of tools and map them back',
  },
  '@lamella/wire/gemini': {
    bytes: 42_300,
    because:
      "as for openai-chat; a quarter writes JSON Schemas in Gemini's own way, the split of cached content, and 300 of what is shared decides about summaries; responses are 5,700, with the arguments that Vertex AI streams",
  },
  '@lamella/wire/bedrock-converse': {
    bytes: 31_700,
    because:
      'as for openai-chat; half is the driver and what it brings along, which knows summaries of providers; responses are 5,200; 1,100 rename fields of tools and map them back',
  },
  '@lamella/wire/formats': {
    bytes: 126_900,
    because:
      'tokens of files are 300; the table is data; every format loads on demand, and is counted here as for a bundler that cannot split, with 3,000 for summaries by providers and 13,600 for responses',
  },
  '@lamella/wire/kit': {
    bytes: 21_900,
    because:
      'the driver, and what all formats share: third-party formats load the same code, with 400 for summaries in a format of their own; the reader of responses is 3,700; 1,100 rename fields of tools and map them back',
  },
  '@lamella/wire/messages': {
    bytes: 1_900,
    because: 'three functions on messages, in no format, which keep summaries of providers apart',
  },
  '@lamella/wire/validate': {
    bytes: 31_500,
    because:
      'the rules of all five formats, for tests and gateways; it must hold no encoder. The rule of signed summaries, and of thinking after them, is 500',
  },
}
