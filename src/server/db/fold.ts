/**
 * The form in which texts are compared and searched: NFKC and lower case, the same on both databases. A final
 * sigma counts as a sigma, because lower case picks it by its place in the word and a part of a word has another.
 */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')

/** The pattern for `like … escape '\'` that finds a folded text anywhere, with `%`, `_` and `\` taken literally. */
export const likeContains = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`
