import { type ShareInfo, shareCache, shareFileAt, shareInfoAt, shareMaxAgeMs } from '#contract/share.ts'

/** What another app has shared, and what of it was left out. */
export type Share = Pick<ShareInfo, 'text' | 'problems'> & { files: readonly File[] }

const read = async (key: string): Promise<Share | null> => {
  const cache = await caches.open(shareCache)
  const info = (await (await cache.match(shareInfoAt(key)))?.json()) as ShareInfo | undefined
  if (!info || Date.now() - info.at > shareMaxAgeMs) return null
  const files = await Promise.all(
    info.files.map(async ({ name, type }, index) => {
      const stored = await cache.match(shareFileAt(key, index))
      return stored && new File([await stored.blob()], name, { type })
    }),
  )
  return { text: info.text, problems: info.problems, files: files.filter((file) => file !== undefined) }
}

/** Returns the share with this key, which only the page that the worker opened knows; null if there is none. */
export const readShare = async (key: string): Promise<Share | null> => ('caches' in globalThis ? read(key) : null)

export const forgetShare = async (): Promise<void> => {
  if ('caches' in globalThis) await caches.delete(shareCache)
}
