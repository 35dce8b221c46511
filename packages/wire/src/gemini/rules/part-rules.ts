import type { UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type Rule } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'
import { camelOf, dataKinds, metaFields } from '../part-kinds.ts'
import { isBase64 } from '../signature.ts'
import { contentsOf, dataOf, partsOf, placedIn, recordIn } from './read.ts'

/** The rules about parts. */
export const partRules: readonly Rule[] = [
  {
    code: 'GE-PART-ONEOF',
    what: 'Each part has exactly one kind of data.',
    source:
      'I vercel/ai#3775 ("required oneof field \'data\' must have one initialized field"); S Part; R videoMetadata alone accepted',
    check: (request, report) => {
      for (const { value, path } of contentsOf(request).flatMap(partsOf)) {
        const fields = Object.keys(value)
          .filter((key) => has(value[key]))
          .map(camelOf)
        const kinds = fields.filter((name) => dataKinds.includes(name))
        // An unrecognized field may be a newer kind of data.
        const others = fields.filter((name) => !dataKinds.includes(name) && !metaFields.includes(name))
        if (kinds.length > 1) report('error', path, `has more than one kind of data: ${kinds.join(', ')}`)
        if (kinds.length + others.length > 0) continue
        if (fields.includes('videoMetadata')) report('server', path, 'has videoMetadata but no video')
        else report('error', path, 'has no data')
      }
    },
  },
  {
    code: 'GE-PART-ROLE',
    what: 'Function calls are in model content, and their responses in user content.',
    source: 'S FunctionCall, FunctionResponse; M',
    check: each(contentsOf, (content, report) => {
      const isModel = content.value['role'] === 'model'
      for (const { path } of dataOf(content, isModel ? 'functionResponse' : 'functionCall')) {
        report(
          'server',
          path,
          isModel ? 'is a function response in model content' : 'is a function call in user content',
        )
      }
    }),
  },
  {
    code: 'GE-MEDIA',
    what: 'Bytes have a media type, and files have a URI.',
    source: 'S Blob, FileData',
    check: each(filesOf, ({ value, path }, report) => {
      const isAddress = path.endsWith('fileData')
      const name = isAddress ? 'fileUri' : 'data'
      if (!isText(field(value, name))) report('error', `${path}.${name}`, 'is missing')
      if (!isAddress && !isText(field(value, 'mimeType'))) report('error', `${path}.mimeType`, 'is missing')
    }),
  },
  {
    code: 'GE-BYTES',
    what: 'Bytes and signatures are base64.',
    source: 'I crmne/ruby_llm#521, google-gemini/gemini-cli#14368 ("Base64 decoding failed")',
    check: (request, report) => {
      for (const { value, path } of filesOf(request)) {
        const { data } = value
        if (typeof data === 'string' && !isBase64(data)) report('error', `${path}.data`, 'is not base64')
      }
      for (const { value, path } of contentsOf(request).flatMap(partsOf)) {
        const signature = field(value, 'thoughtSignature')
        if (!has(signature) || (typeof signature === 'string' && isBase64(signature))) continue
        report('error', `${path}.thoughtSignature`, 'is not base64')
      }
    },
  },
]

/** Every `inlineData` and `fileData`, in parts and in function responses. */
function filesOf(request: UnknownRecord): Placed[] {
  return contentsOf(request).flatMap((content) => {
    const nested = dataOf(content, 'functionResponse').flatMap(({ value, path }) =>
      placedIn(value['parts'], `${path}.parts`),
    )
    return [...partsOf(content), ...nested].flatMap((part) =>
      ['inlineData', 'fileData'].flatMap((kind) => recordIn(part, kind) ?? []),
    )
  })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
