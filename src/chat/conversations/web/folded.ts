/** The form in which texts are compared in lists that are on this device. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
