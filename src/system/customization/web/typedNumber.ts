/** Returns a typed amount, or NaN, which the contract rejects. */
export const toAmount = (typed: string): number => (/^\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** Returns a typed whole number, or NaN, which the contract rejects. */
export const toWholeNumber = (typed: string): number => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)
