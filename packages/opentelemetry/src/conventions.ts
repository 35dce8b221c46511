/**
 * Names of the OpenTelemetry conventions, copied: their maintainers advise instrumentations not to import the incubating entry
 * of `@opentelemetry/semantic-conventions`. Source: open-telemetry/semantic-conventions-genai, `model/gen-ai/spans.yaml` and the
 * changes of v0.1.0 (status Development), and semantic-conventions 1.45.0, read on 2026-11-23.
 */
export const genAi = {
  operation: 'gen_ai.operation.name',
  model: 'gen_ai.request.model',
  conversation: 'gen_ai.conversation.id',
  dataSource: 'gen_ai.data_source.id',
  retrievalQuery: 'gen_ai.retrieval.query.text',
  retrievalTopK: 'gen_ai.retrieval.top_k',
  retrievalDocuments: 'gen_ai.retrieval.documents',
  memoryStore: 'gen_ai.memory.store.id',
  memoryRecord: 'gen_ai.memory.record.id',
  memoryCount: 'gen_ai.memory.record.count',
  memoryQuery: 'gen_ai.memory.query.text',
  memoryRecords: 'gen_ai.memory.records',
  inputMessages: 'gen_ai.input.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolDefinitions: 'gen_ai.tool.definitions',
  errorType: 'error.type',
} as const

/** Operations of the conventions, and our own: other values are allowed where none of theirs applies. */
export const operations = {
  retrieval: 'retrieval',
  searchMemory: 'search_memory',
  upsertMemory: 'upsert_memory',
  deleteMemory: 'delete_memory',
  build: 'build_context',
  load: 'load_layer',
  // Not `plan`: that is an agent's decision about its next actions.
  plan: 'plan_context',
  append: 'append_messages',
  summarize: 'compact_messages',
  saveSummary: 'save_compaction',
} as const

/** Attributes of Lamella. */
export const lamella = {
  layer: 'lamella.layer',
  /** Templates: the name of the layer follows. */
  layerTokens: 'lamella.layer.tokens',
  layerAsked: 'lamella.layer.asked_tokens',
  total: 'lamella.tokens.total',
  window: 'lamella.tokens.window',
  reserve: 'lamella.tokens.reserve',
  toolTokens: 'lamella.tokens.tools',
  exact: 'lamella.tokens.exact',
  tokenizer: 'lamella.tokenizer',
  truncated: 'lamella.truncated',
  shortened: 'lamella.fragments.shortened',
  dropped: 'lamella.fragments.dropped',
  repaired: 'lamella.fragments.repaired',
  action: 'lamella.fragment.action',
  reason: 'lamella.fragment.reason',
  cachedTokens: 'lamella.cache.tokens',
  cachedShare: 'lamella.cache.share',
  epoch: 'lamella.run.epoch',
  cutReason: 'lamella.run.cut.reason',
  cutTokens: 'lamella.run.cut.new_tokens',
  updates: 'lamella.run.updates',
  messages: 'lamella.messages',
  repeated: 'lamella.append.repeated',
  strategy: 'lamella.compaction.strategy',
} as const

/** Metrics of Lamella. The conventions have none for the making of a request. */
export const metricNames = {
  duration: 'lamella.operation.duration',
  requestTokens: 'lamella.request.tokens',
  layerTokens: 'lamella.layer.tokens',
  cachedShare: 'lamella.request.cached_share',
  fragments: 'lamella.fragments',
  cuts: 'lamella.run.cuts',
  compactions: 'lamella.compactions',
} as const

/** The name of the instrumentation scope of all spans and metrics. */
export const scopeName = '@lamella/opentelemetry'
