import type { ToolCallPart, ToolDefinition, ToolOutput, ToolResultPart } from '@lamella/core'

/** The first bytes of a PNG file, and their base64. */
export const pngBytes: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
export const png = 'iVBORw0KGgo='

export const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}

export function call(toolCallId: string, input: unknown = {}, more: Partial<ToolCallPart> = {}): ToolCallPart {
  return { type: 'tool-call', toolCallId, toolName: 'get_weather', input, ...more }
}

export function result(toolCallId: string, output: ToolOutput | string = 'sunny'): ToolResultPart {
  const value: ToolOutput = typeof output === 'string' ? { type: 'text', value: output } : output
  return { type: 'tool-result', toolCallId, toolName: 'get_weather', output: value }
}
