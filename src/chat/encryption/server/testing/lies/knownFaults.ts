/** What lies bring about in the client of today, one kind of fault a line. Each repair takes its line away. */
export const knownFaults: readonly RegExp[] = []
