export function pairsFiles(): readonly { readonly file: URL; readonly made: string }[]
