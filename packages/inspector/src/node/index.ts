export type { RecordToOptions } from './record-to.ts'
export { recordTo } from './record-to.ts'
