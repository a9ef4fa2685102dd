/** The browser's database of what a person can read offline, with the key of the books, and the folder with the books have this name. */
const prefix = 'replies-'

/**
 * Deletes encrypted books without a key. The page deletes both when a session ends, but it may be closed in the middle of that, and then
 * the browser completes only the deletion of the database.
 */
export const deleteLeftovers = async (): Promise<void> => {
  const root = await navigator.storage?.getDirectory?.()
  const databases = await indexedDB.databases?.()
  if (!root || !databases) return
  const known = new Set(databases.map(({ name }) => name))
  for await (const name of root.keys()) {
    if (name.startsWith(prefix) && !known.has(name)) await root.removeEntry(name, { recursive: true })
  }
}
