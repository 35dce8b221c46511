export { readDiagnosis } from '../shared/response/diagnosis.ts'
export type { WireFormat, WireFormatFacts } from './formats.ts'
export { wireFormatNames, wireFormats } from './formats.ts'
export { loadFormat } from './load-format.ts'
