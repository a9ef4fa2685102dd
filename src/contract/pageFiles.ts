/** The data block with the files of the opened page, which the script of the head fetches. */
export const pageFilesId = 'page-files'

/** The files of a page for each view that its address can name, by what follows the path; `''` is any other. */
export type PageFiles = Readonly<Record<string, readonly string[]>>

/** Its path too: the page that a device has stored for use without a network was sent for another address. */
export type OpenedPage = { path: string; files: PageFiles }

/** The files of all pages, by path. */
export type AllPageFiles = Readonly<Record<string, PageFiles>>

/** Tells the built file with `AllPageFiles` from the other assets. */
export const pageFilesName = /^page-files-\w+\.json$/
