export function rareRows(): number[]
export function pairsFile(): string
