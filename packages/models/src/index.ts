export { bindsThinking, findModel, getModel, getModelLimits, listModels, supportsFeature } from './built-in.ts'
export type { Catalogue, CatalogueOptions, ModelNoticeCode } from './catalogue/load-catalogue.ts'
export { loadCatalogue } from './catalogue/load-catalogue.ts'
export type {
  Feature,
  Model,
  ModelFilter,
  ModelFormat,
  ModelLimits,
  ModelPrices,
  ModelStatus,
  Models,
  ThinkingControl,
} from './contract/model.ts'
export type { CostItem, CostRequest, Prices, TokenPrices } from './contract/prices.ts'
export type { CreateModelsOptions } from './create-models.ts'
export { createModels } from './create-models.ts'
export type { ModelDefinition } from './define-model.ts'
export { defineModel } from './define-model.ts'
export type { ModelErrorDetails } from './errors.ts'
export type { ContextLimit } from './limits/context-limit-of.ts'
export { contextLimitOf } from './limits/context-limit-of.ts'
export { requestLimiter } from './limits/request-limiter.ts'
export type { RequestLimitOptions } from './limits/request-limits.ts'
export { requestLimits } from './limits/request-limits.ts'
export type { BudgetOptions } from './model-budget.ts'
export { modelBudget } from './model-budget.ts'
export type { Platform } from './platform-of.ts'
export { platformOf } from './platform-of.ts'
export type { BilledTokens, RequestCost } from './prices/cost-of.ts'
export { costOf } from './prices/cost-of.ts'
export type { KeepOptions } from './prices/keep-within.ts'
export { keepWithin } from './prices/keep-within.ts'
export type { PriceOptions } from './prices/model-prices.ts'
export { modelPrices } from './prices/model-prices.ts'
export type { ReadUsage } from './prices/read-usage.ts'
export { readUsage } from './prices/read-usage.ts'
export { pricing, requestCost } from './prices/request-cost.ts'
export { tableDate } from './table.ts'
export type { TargetFormats } from './target/formats.ts'
export type { TiktokenPackage, TokenizerFor } from './target/load-tokenizer.ts'
export { createTokenizers, loadTokenizer } from './target/load-tokenizer.ts'
export type { FormatOf, ModelTarget, TargetOptions, TargetResponse } from './target/target.ts'
export { target } from './target/target.ts'
