/** The author of a message. Results of tools are text to the model, in messages of the user. */
export type ContextMessageRole = 'system' | 'user' | 'assistant'
