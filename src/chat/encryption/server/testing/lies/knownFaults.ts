/** Faults that lies cause in the current client, one kind per line. Each fix removes its line. */
export const knownFaults: readonly RegExp[] = []
