/**
 * Returns the form in which texts are compared and searched: NFKC and lower case, the same on both databases. A final sigma becomes
 * a sigma, because lower case chooses it by its position in the word, and a part of a word has another position.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** Returns the pattern for `like … escape '\'` that finds a folded text anywhere, with `%`, `_` and `\` taken literally. */
export const likeContains = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`
