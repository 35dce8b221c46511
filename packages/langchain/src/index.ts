export { fromMessages, toMessages } from './convert.ts'
export type { LamellaCall, LamellaMiddleware, LamellaOptions, LamellaUsage } from './middleware.ts'
export { lamella } from './middleware.ts'
