/**
 * How a layer's changes reach the model in the middle of a run.
 * - `add`: fragments that the model has not seen are added after the new message. For memory, skills, search results.
 *   The layer must report revoked fragments (`LayerResult.revoked`); until it does, it is treated as `replace`.
 * - `replace`: each changed fragment is sent again, and replaces its earlier text. For instruction files, the date.
 * - `hold`: changes wait for the next epoch. For versions and counts.
 */
export type UpdateRule = 'add' | 'replace' | 'hold'
