export const machineKinds: Readonly<Record<string, unknown>>
export function machineTexts(seeds: readonly number[]): readonly { readonly kind: string; readonly text: string }[]
