export { toItems } from './items/to-items.ts'
export { toMessages } from './items/to-messages.ts'
