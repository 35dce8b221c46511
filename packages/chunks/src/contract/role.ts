/** Who a message is from. Results of tools are text to the model, and stand in messages of the user. */
export type ContextMessageRole = 'system' | 'user' | 'assistant'
