/**
 * The body of `POST .../models/{model}:generateContent`, as much of it as Lamella writes. The model is part of the address
 * and not of the body: an encoding tells it beside the request. The lists are not readonly, since the request is the
 * caller's, to change as needed. `toGenAI` makes of it what the `@google/genai` package takes.
 *
 * Source: types of @google/genai 2.32.0 (`GenerateContentParameters`, `Content`, `Part`, `Tool`).
 */
export interface GeminiRequest {
  /** At least one, in the roles `user` and `model`. */
  readonly contents: GeminiContent[]
  /** Text parts only. Not beside `cachedContent`. */
  readonly systemInstruction?: GeminiSystem
  /** Functions are all in one tool, at most 512. Missing if there are no tools. Not beside `cachedContent`. */
  readonly tools?: GeminiTool[]
  /** Not beside `cachedContent`. */
  readonly toolConfig?: GeminiToolConfig
  readonly generationConfig?: GeminiGenerationConfig
  /** Name of a cache, such as `cachedContents/abc`. */
  readonly cachedContent?: string
}

export interface GeminiSystem {
  readonly parts: GeminiPart[]
}

export interface GeminiContent {
  /** `user` speaks and gives the responses of functions. */
  readonly role: 'user' | 'model'
  /** At least one. */
  readonly parts: GeminiPart[]
}

/** One kind of data, and what is said about it. */
export interface GeminiPart {
  readonly text?: string
  readonly inlineData?: GeminiBlob
  readonly fileData?: GeminiFileData
  readonly functionCall?: GeminiFunctionCall
  readonly functionResponse?: GeminiFunctionResponse
  /** Code that Google runs, and what came of it. */
  readonly executableCode?: object
  readonly codeExecutionResult?: object
  /** A tool that Google runs, such as its search, and what came of it. */
  readonly toolCall?: object
  readonly toolResponse?: object
  /** The text is what the model thought. */
  readonly thought?: boolean
  /** Base64 text. Gemini 3 refuses the first function call of a turn without one. */
  readonly thoughtSignature?: string
}

/** `data` is base64 text without a prefix. */
export interface GeminiBlob {
  readonly mimeType: string
  readonly data: string
}

/** `fileUri` is that of an uploaded file, of Cloud Storage (`gs:`) or of the web. */
export interface GeminiFileData {
  readonly mimeType?: string
  readonly fileUri: string
}

export interface GeminiFunctionCall {
  readonly id?: string
  /** Begins with a letter or an underscore; 64 of the characters a-z, A-Z, 0-9 and `_ . : -` at most. */
  readonly name: string
  readonly args: { [key: string]: unknown }
}

export interface GeminiFunctionResponse {
  readonly id?: string
  readonly name: string
  /** `output` is what came of it, `error` is what went wrong; with neither, the whole is the output. */
  readonly response: { [key: string]: unknown }
  /** Images and documents. Gemini 3 and newer. */
  readonly parts?: GeminiFunctionResponsePart[]
}

export interface GeminiFunctionResponsePart {
  readonly inlineData?: GeminiBlob
  readonly fileData?: GeminiFileData
}

/** Functions, or a tool of Google. */
export interface GeminiTool {
  readonly functionDeclarations?: GeminiFunction[]
  readonly googleSearch?: object
  readonly codeExecution?: object
  readonly urlContext?: object
}

export interface GeminiFunction {
  readonly name: string
  readonly description?: string
  /** JSON Schema. Shared with the context where it needed no change: do not change it. */
  readonly parametersJsonSchema?: object
  /** The subset of OpenAPI 3.0 that older models take. Missing for a function without parameters. */
  readonly parameters?: object
}

export interface GeminiToolConfig {
  readonly functionCallingConfig?: {
    readonly mode?: 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED'
    /** Only with `ANY` and `VALIDATED`. */
    readonly allowedFunctionNames?: string[]
  }
  /** The Gemini API wants it where functions stand beside tools of Google. Vertex AI does not know it. */
  readonly includeServerSideToolInvocations?: boolean
}

export interface GeminiGenerationConfig {
  /** 0 to 2. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly topP?: number
  /** In tokens. */
  readonly maxOutputTokens?: number
  /** 1 to 5 texts. */
  readonly stopSequences?: string[]
  /** A whole number of 32 bits. */
  readonly seed?: number
}
