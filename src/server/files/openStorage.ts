import type { Clocked } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** Opens the configured storage. Installations without a bucket do not load its code. */
export const openStorage = async ({
  config: { s3, dataDir },
  ...needs
}: Clocked & { config: Pick<Config, 's3' | 'dataDir'> }): Promise<Storage> => {
  if (!s3) return diskStorage(dataDir)
  const { s3Storage } = await import('./s3.ts')
  return s3Storage({ s3, dataDir, ...needs })
}
