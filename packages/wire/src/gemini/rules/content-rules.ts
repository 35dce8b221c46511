import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type Rule } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'
import { camelOf, dataKinds, metaFields } from '../part-kinds.ts'
import { isBase64 } from '../signature.ts'
import { contentsOf, dataOf, partsOf, placedIn, recordIn, turnsOf } from './read.ts'

export const contentRules: readonly Rule[] = [
  {
    code: 'GE-CONTENTS',
    what: 'The request has at least one content.',
    source: 'I vercel/ai#3775, genkit-ai/genkit#3690',
    check: ({ contents }, report) => {
      const isList = Array.isArray(contents) ? contents.length > 0 : isRecord(contents)
      if (!isList) report('error', 'contents', 'must have at least one content')
      if (!Array.isArray(contents)) return
      for (const [index, content] of contents.entries()) {
        if (!isRecord(content)) report('error', `contents[${index}]`, 'must be an object')
      }
    },
  },
  {
    code: 'GE-ROLE',
    what: 'Each content has the role user or model; the system prompt is systemInstruction.',
    source:
      'R 400 "Please use a valid role: user, model."; S (a missing role means user); server: Vertex AI requires one',
    check: each(contentsOf, ({ value, path }, report) => {
      const { role } = value
      if (role === undefined || role === null || role === '') report('server', `${path}.role`, 'is missing')
      else if (role !== 'user' && role !== 'model') report('error', `${path}.role`, 'must be user or model')
    }),
  },
  {
    code: 'GE-PARTS',
    what: 'Each content has at least one part.',
    source: 'I genkit-ai/genkit#3690, #3816',
    check: (request, report) => {
      for (const content of contentsOf(request)) {
        const { parts } = content.value
        const path = `${content.path}.parts`
        if (partsOf(content).length === 0) report('error', path, 'must have at least one part')
        if (!Array.isArray(parts)) continue
        for (const [index, part] of parts.entries()) {
          if (!isRecord(part)) report('error', `${path}[${index}]`, 'must be an object')
        }
      }
    },
  },
]

/** The rules that only other servers enforce. */
export const serverRules: readonly Rule[] = [
  {
    code: 'GE-ALTERNATE',
    what: 'Consecutive contents have different roles.',
    source: 'I microsoft/autogen#2900, songquanpeng/one-api#836; R accepted in 93 requests, and google/adk-go#1302',
    check: (request, report) => {
      for (const { contents } of turnsOf(contentsOf(request))) {
        for (const [index, { path }] of contents.entries()) {
          if (index > 0) report('server', `${path}.role`, 'is the same role as in the previous content')
        }
      }
    },
  },
  {
    code: 'GE-FIRST-USER',
    what: 'The user speaks first.',
    source: 'I microsoft/autogen#2900; google/adk-go#1302 says that the API has no such rule',
    check: (request, report) => {
      if (field(request, 'cachedContent') !== undefined) return
      const [first] = contentsOf(request)
      if (first?.value['role'] === 'model') report('server', `${first.path}.role`, 'is model')
    },
  },
  {
    code: 'GE-LAST-USER',
    what: 'The last content has the role user.',
    source: 'I songquanpeng/one-api#836; google/adk-go#1302 says that the API has no such rule',
    check: (request, report) => {
      const last = contentsOf(request).at(-1)
      if (last?.value['role'] === 'model') report('server', `${last.path}.role`, 'is model')
    },
  },
  {
    code: 'GE-EMPTY',
    what: 'Texts are not empty, unless they carry a signature.',
    source: 'M ("must have a text parameter", Vertex AI)',
    check: (request, report) => {
      for (const { value, path } of contentsOf(request).flatMap(partsOf)) {
        const isSigned = field(value, 'thoughtSignature') !== undefined
        if (value['text'] === '' && !isSigned) report('server', `${path}.text`, 'is empty')
      }
    },
  },
]

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
