import type { ViolationLevel } from '@lamella/wire/gemini'

export const user: { role: string; parts: object[] } = { role: 'user', parts: [{ text: 'Hello' }] }
export const answer: { role: string; parts: object[] } = { role: 'model', parts: [{ text: 'Hi' }] }
export const call = (name: unknown = 'f', more: object = {}): object => ({ functionCall: { name, args: {}, ...more } })
export const response = (name: unknown = 'f', more: object = {}): object => ({
  functionResponse: { name, response: {}, ...more },
})
export const model = (...parts: unknown[]): object => ({ role: 'model', parts })
export const said = (...parts: unknown[]): object => ({ role: 'user', parts })
export const functions = (...functionDeclarations: object[]): object => ({ tools: [{ functionDeclarations }] })
const called = [user, model(call()), said(response())]

/** Requests that break a rule, with the rule, its level and the place. Fields not given are those of a valid request. */
export type Violating = readonly [what: string, request: object, code: string, level: ViolationLevel, path: string]

export const contentCases: readonly Violating[] = [
  ['no content', { contents: [] }, 'GE-CONTENTS', 'error', 'contents'],
  ['no list of contents', { contents: 'x' }, 'GE-CONTENTS', 'error', 'contents'],
  ['a content that is text', { contents: [user, 'x'] }, 'GE-CONTENTS', 'error', 'contents[1]'],
  ['an unknown role', { contents: [{ ...user, role: 'system' }] }, 'GE-ROLE', 'error', 'contents[0].role'],
  [
    'a role of old',
    { contents: [user, model(call()), { role: 'function', parts: [response()] }] },
    'GE-ROLE',
    'error',
    'contents[2].role',
  ],
  ['no role', { contents: [{ parts: user.parts }] }, 'GE-ROLE', 'server', 'contents[0].role'],
  ['no parts', { contents: [said()] }, 'GE-PARTS', 'error', 'contents[0].parts'],
  ['a part that is text', { contents: [said('x')] }, 'GE-PARTS', 'error', 'contents[0].parts[0]'],
  [
    'two kinds of data',
    { contents: [said({ text: 'x', fileData: { fileUri: 'gs://a' } })] },
    'GE-PART-ONEOF',
    'error',
    'contents[0].parts[0]',
  ],
  ['no data', { contents: [said({ thoughtSignature: 'c2ln' })] }, 'GE-PART-ONEOF', 'error', 'contents[0].parts[0]'],
  ['a call of the user', { contents: [said(call())] }, 'GE-PART-ROLE', 'server', 'contents[0].parts[0].functionCall'],
  [
    'bytes without a type',
    { contents: [said({ inlineData: { data: 'aGk=' } })] },
    'GE-MEDIA',
    'error',
    'contents[0].parts[0].inlineData.mimeType',
  ],
  [
    'a file without an address',
    { contents: [said({ file_data: { mime_type: 'a/b' } })] },
    'GE-MEDIA',
    'error',
    'contents[0].parts[0].fileData.fileUri',
  ],
  [
    'bytes that are a data URL',
    { contents: [said({ inlineData: { mimeType: 'a/b', data: 'data:a/b;base64,aGk=' } })] },
    'GE-BYTES',
    'error',
    'contents[0].parts[0].inlineData.data',
  ],
  [
    'a signature that was cut',
    { contents: [user, model({ text: 'x', thought_signature: 'c2lnb' })] },
    'GE-BYTES',
    'error',
    'contents[1].parts[0].thoughtSignature',
  ],
  [
    'a media type in a response alone',
    {
      contents: [user, model(call()), said(response('f', { parts: [{ inlineData: { mimeType: 'a/b', data: 'é' } }] }))],
    },
    'GE-BYTES',
    'error',
    'contents[2].parts[0].functionResponse.parts[0].inlineData.data',
  ],
  ['two contents of one role', { contents: [user, user] }, 'GE-ALTERNATE', 'server', 'contents[1].role'],
  ['user content after responses', { contents: [...called, user] }, 'GE-ALTERNATE', 'server', 'contents[3].role'],
  ['the model first', { contents: [answer, user] }, 'GE-FIRST-USER', 'server', 'contents[0].role'],
  ['the model last', { contents: [user, answer] }, 'GE-LAST-USER', 'server', 'contents[1].role'],
  [
    'a text without anything in it',
    { contents: [said({ text: '' })] },
    'GE-EMPTY',
    'server',
    'contents[0].parts[0].text',
  ],
  ['a lone surrogate', { contents: [said({ text: '\uD800' })] }, 'GE-UNICODE', 'error', 'contents[0].parts[0].text'],
  ['no number', { generationConfig: { topK: Number.NaN } }, 'GE-JSON', 'error', 'generationConfig.topK'],
]

export const callCases: readonly Violating[] = [
  [
    'a name with a space',
    { contents: [user, model(call('a b')), said(response())] },
    'GE-FN-NAME',
    'error',
    'contents[1].parts[0].functionCall.name',
  ],
  [
    'a name that begins with a digit',
    functions({ name: '1a' }),
    'GE-FN-NAME',
    'error',
    'tools[0].functionDeclarations[0].name',
  ],
  [
    'a name of 65 characters',
    functions({ name: 'x'.repeat(65) }),
    'GE-FN-NAME',
    'error',
    'tools[0].functionDeclarations[0].name',
  ],
  [
    'arguments that are a list',
    { contents: [user, model(call('f', { args: [] })), said(response())] },
    'GE-ARGS',
    'error',
    'contents[1].parts[0].functionCall.args',
  ],
  [
    'a response that is text',
    { contents: [user, model(call()), said(response('f', { response: 'x' }))] },
    'GE-RESPONSE',
    'error',
    'contents[2].parts[0].functionResponse.response',
  ],
  [
    'a response without a name',
    { contents: [user, model(call()), said(response(''))] },
    'GE-RESPONSE-NAME',
    'error',
    'contents[2].parts[0].functionResponse.name',
  ],
  [
    'media in a response',
    { contents: [user, model(call()), said(response('f', { parts: [{ fileData: { fileUri: 'gs://a' } }] }))] },
    'GE-RESPONSE-PARTS',
    'model',
    'contents[2].parts[0].functionResponse.parts',
  ],
  [
    'text among the media of a response',
    { contents: [user, model(call()), said(response('f', { parts: [{ text: 'x' }] }))] },
    'GE-RESPONSE-PARTS',
    'error',
    'contents[2].parts[0].functionResponse.parts[0]',
  ],
  [
    'fewer responses than calls',
    { contents: [user, model(call(), call()), said(response())] },
    'GE-CALL-COUNT',
    'error',
    'contents[1]',
  ],
  [
    'more responses than calls',
    { contents: [user, model(call()), said(response(), response())] },
    'GE-CALL-COUNT',
    'error',
    'contents[1]',
  ],
  ['a call at the end', { contents: [user, model(call())] }, 'GE-CALL-COUNT', 'error', 'contents[1]'],
  [
    'the user between call and response',
    { contents: [user, model(call()), user, said(response())] },
    'GE-CALL-COUNT',
    'error',
    'contents[1]',
  ],
  [
    'a call first',
    { contents: [model(call()), said(response())] },
    'GE-CALL-AFTER-USER',
    'error',
    'contents[0].parts[0].functionCall',
  ],
  [
    'a response first',
    { contents: [said(response())] },
    'GE-RESPONSE-AFTER-CALL',
    'error',
    'contents[0].parts[0].functionResponse',
  ],
  [
    'a response after a text',
    { contents: [user, answer, said(response())] },
    'GE-RESPONSE-AFTER-CALL',
    'error',
    'contents[2].parts[0].functionResponse',
  ],
  [
    'a response after user content',
    { contents: [...called, user, said(response())] },
    'GE-RESPONSE-AFTER-CALL',
    'error',
    'contents[4].parts[0].functionResponse',
  ],
  [
    'text next to a response',
    { contents: [user, model(call()), said(response(), { text: 'x' })] },
    'GE-RESPONSE-ALONE',
    'server',
    'contents[2]',
  ],
  [
    'the id of no call',
    { contents: [user, model(call('f', { id: 'a' })), said(response('f', { id: 'b' }))] },
    'GE-CALL-ID',
    'server',
    'contents[2].parts[0].functionResponse.id',
  ],
  [
    'one id twice',
    { contents: [user, model(call('f', { id: 'a' }), call('f', { id: 'a' })), said(response(), response())] },
    'GE-CALL-ID',
    'server',
    'contents[1]',
  ],
  ['no signature', { contents: called }, 'GE-SIGNATURE', 'model', 'contents[1].parts[0]'],
  [
    'no signature in a second step',
    {
      contents: [
        user,
        model({ ...call(), thoughtSignature: 'c2ln' }),
        said(response()),
        model({ text: 'x' }, call()),
        said(response()),
      ],
    },
    'GE-SIGNATURE',
    'model',
    'contents[3].parts[1]',
  ],
]
