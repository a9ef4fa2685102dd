import { open } from 'node:fs/promises'

/** Makes the names in a folder durable. Windows cannot open folders and does not need this. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
