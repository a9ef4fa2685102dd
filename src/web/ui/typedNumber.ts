/** Parses a number as people type it, `1,000.50` or `₹ 500`; returns NaN otherwise, which every contract refuses with its own sentence. */
export const typedNumber = (text: string): number => {
  const plain = text.replaceAll(/[\s,₹]/g, '')
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}
