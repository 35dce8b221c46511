export type { EncodingName } from './encodings.ts'
export { encodings } from './encodings.ts'
export type { ModelOrEncoding, TiktokenOptions, TiktokenTokenizer } from './tiktoken.ts'
export { tiktoken } from './tiktoken.ts'
