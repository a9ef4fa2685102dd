import { lazyScreen } from '#web/shell/screen.ts'
import { type DeviceBooks, deviceBooks } from './deviceBooks.ts'

const screenOf = <N extends 'BooksPage' | 'KeepButton' | 'OfflineBooks'>(name: N) =>
  lazyScreen<Parameters<DeviceBooks[N]>[0]>(async () => (await deviceBooks())[name] as never)

/** Keeps a document on this device; in the header of an open document, and in lists. */
export const keepButton = screenOf('KeepButton')

/** The page with the books on this device. */
export const booksScreen = screenOf('BooksPage')

/** Their list above the library while there is no connection. */
export const offlineBooks = screenOf('OfflineBooks')
