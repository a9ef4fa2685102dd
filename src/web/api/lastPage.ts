import { device } from './storages.ts'

const key = 'lastPage'

/** Stores the address of the page on the screen, so that the installed app opens with it. */
export const noteLastPage = (address: string): void => device.set(key, address)

/** Returns the page of this site that was open last in this session. */
export const lastPage = (): string | undefined => {
  const address = device.get(key)
  return address?.startsWith('/') && !address.startsWith('//') ? address : undefined
}

export const forgetLastPage = (): void => device.remove(key)
