/**
 * The body of `POST .../models/{model}:generateContent`, limited to the fields that Lamella writes. The model is part
 * of the URL, not of the body: an encoding returns it next to the request. The lists are not readonly, because callers
 * may change the request as needed. `toGemini` returns the form of the `@google/genai` package instead.
 *
 * Source: types of @google/genai 2.32.0 (`GenerateContentParameters`, `Content`, `Part`, `Tool`).
 */
export interface GeminiRequest {
  /** At least one, in the roles `user` and `model`. */
  readonly contents: GeminiContent[]
  /** Text parts only. Cannot be combined with `cachedContent`. */
  readonly systemInstruction?: GeminiSystem
  /**
   * All functions are in one tool, at most 512. Missing if there are no tools. Cannot be combined with `cachedContent`.
   */
  readonly tools?: GeminiTool[]
  /** Cannot be combined with `cachedContent`. */
  readonly toolConfig?: GeminiToolConfig
  readonly generationConfig?: GeminiGenerationConfig
  /** The name of a cache, such as `cachedContents/abc`. */
  readonly cachedContent?: string
}

export interface GeminiSystem {
  readonly parts: GeminiPart[]
}

export interface GeminiContent {
  /** `user` holds user input and function responses. */
  readonly role: 'user' | 'model'
  /** At least one. */
  readonly parts: GeminiPart[]
}

/** One kind of data, and its metadata. */
export interface GeminiPart {
  readonly text?: string
  readonly inlineData?: GeminiBlob
  readonly fileData?: GeminiFileData
  readonly functionCall?: GeminiFunctionCall
  readonly functionResponse?: GeminiFunctionResponse
  /** Code that Google runs, and its result. */
  readonly executableCode?: object
  readonly codeExecutionResult?: object
  /** A call of a tool that Google runs, such as its search, and its result. */
  readonly toolCall?: object
  readonly toolResponse?: object
  /** Whether the text is a thought of the model. */
  readonly thought?: boolean
  /** Base64 text. Gemini 3 rejects the first function call of a turn without one. */
  readonly thoughtSignature?: string
}

/** `data` is base64 text without a prefix. */
export interface GeminiBlob {
  readonly mimeType: string
  readonly data: string
}

/** `fileUri` is the URI of an uploaded file, a Cloud Storage object (`gs:`) or a web address. */
export interface GeminiFileData {
  readonly mimeType?: string
  readonly fileUri: string
}

export interface GeminiFunctionCall {
  readonly id?: string
  /** Begins with a letter or an underscore; at most 64 of the characters a-z, A-Z, 0-9 and `_ . : -`. */
  readonly name: string
  readonly args: { [key: string]: unknown }
}

export interface GeminiFunctionResponse {
  readonly id?: string
  readonly name: string
  /** `output` is the result, `error` an error; with neither, the whole object is the output. */
  readonly response: { [key: string]: unknown }
  /** Images and documents. Gemini 3 and later. */
  readonly parts?: GeminiFunctionResponsePart[]
}

export interface GeminiFunctionResponsePart {
  readonly inlineData?: GeminiBlob
  readonly fileData?: GeminiFileData
}

/** Functions, or a Google tool. */
export interface GeminiTool {
  readonly functionDeclarations?: GeminiFunction[]
  readonly googleSearch?: object
  readonly codeExecution?: object
  readonly urlContext?: object
}

export interface GeminiFunction {
  readonly name: string
  readonly description?: string
  /** JSON Schema. Shared with the context if it needed no change: do not modify it. */
  readonly parametersJsonSchema?: object
  /** The subset of OpenAPI 3.0 that older models accept. Missing for a function without parameters. */
  readonly parameters?: object
}

export interface GeminiToolConfig {
  readonly functionCallingConfig?: {
    readonly mode?: 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED'
    /** Only with `ANY` and `VALIDATED`. */
    readonly allowedFunctionNames?: string[]
  }
  /** Required by the Gemini API if functions are combined with Google tools. Vertex AI does not have the field. */
  readonly includeServerSideToolInvocations?: boolean
}

export interface GeminiGenerationConfig {
  /** 0 to 2. */
  readonly temperature?: number
  /** 0 to 1. */
  readonly topP?: number
  /** In tokens. */
  readonly maxOutputTokens?: number
  /** 1 to 5 strings. */
  readonly stopSequences?: string[]
  /** A 32-bit integer. */
  readonly seed?: number
}

/** The body of `POST .../cachedContents`. */
export interface GeminiCacheBody {
  /** Such as `models/gemini-2.5-pro`. For Vertex AI, pass the full path as the model. */
  readonly model: string
  readonly systemInstruction?: GeminiSystem
  readonly tools?: GeminiTool[]
  readonly toolConfig?: GeminiToolConfig
  readonly contents?: GeminiContent[]
  readonly ttl?: string
  readonly displayName: string
}
