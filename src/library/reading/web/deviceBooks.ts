import { keepsBooks } from './booksHere.ts'

/** Loads the code for books on the device. */
export const deviceBooks = async () => (await import('./onDevice/onDevice.ts')).onDevice
export type DeviceBooks = Awaited<ReturnType<typeof deviceBooks>>

/** Runs something with the books of this device, whose code is loaded only if it may keep some. Returns undefined if that fails. */
export const withBooks = async <T>(use: (books: DeviceBooks) => Promise<T>): Promise<T | undefined> => {
  if (!keepsBooks()) return undefined
  try {
    return await use(await deviceBooks())
  } catch {
    return undefined
  }
}
