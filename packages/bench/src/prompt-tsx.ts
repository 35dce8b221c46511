import { AssistantMessage, OutputMode, PromptElement, renderPrompt, UserMessage } from '@vscode/prompt-tsx'

interface Props {
  readonly count: number
}

/** A conversation in which older messages have lower priorities, as the library's documentation recommends. */
class Conversation extends PromptElement<Props & { readonly priority?: number }> {
  override render(): never {
    const pieces = Array.from({ length: this.props.count }, (_, index) =>
      vscpp(index % 2 === 0 ? UserMessage : AssistantMessage, { priority: index }, `message ${index}`),
    )
    return vscpp(vscppf, null, ...pieces) as never
  }
}

/** Renders `count` messages of `each` tokens within `maxTokens` with prompt-tsx. */
export async function promptTsx(count: number, each: number, maxTokens: number): Promise<number> {
  const tokenizer = {
    mode: OutputMode.Raw as const,
    tokenLength: () => each,
    countMessageTokens: () => each,
  }
  const endpoint = { modelMaxPromptTokens: maxTokens }
  const { messages } = await renderPrompt(Conversation as never, { count } as never, endpoint, tokenizer as never)
  return messages.length
}
