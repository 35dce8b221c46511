export type { WireFormat } from '../formats/formats.ts'
export type { Rule, Violation, ViolationLevel } from '../shared/rules/rule.ts'
export { validate } from './validate.ts'
