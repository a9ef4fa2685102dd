const maxLength = 255

/** Control characters, and marks that change the reading direction: `exe.fdp` must not be shown as `pdf.exe`. */
const unshowable = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

const shorten = (name: string): string => {
  if (name.length <= maxLength) return name
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, maxLength - extension.length)
  // A cut in the middle of a character leaves half of it.
  return (stem.isWellFormed() ? stem : stem.slice(0, -1)) + extension
}

const lastPart = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? ''

/** Cleans the file name of a sender: no folders, nothing misleading, 1 to 255 UTF-16 units, NFC. */
export const cleanFileName = (given: string): string => {
  const name = lastPart(given.toWellFormed().replaceAll('\\', '/')).replace(unshowable, '').normalize('NFC').trim()
  return /^\.*$/.test(name) ? 'document' : shorten(name)
}
