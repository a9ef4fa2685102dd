/** The policy of the page allows no file of another origin. */
export const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'))

/**
 * Stores what the page has loaded so far and these files too, so that it opens without a network: the first page of a device was
 * loaded without the worker.
 */
export const storeShownFiles = async (more: readonly string[]): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ kind: 'store', files: [...loadedFiles(), ...more] })
}
