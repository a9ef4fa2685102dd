import type { Document } from '#library/documents/documents.contract.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { keepButton } from './bookScreens.ts'
import { canKeepBooks } from './booksHere.ts'

/** Keeps the open document on this device, if the browser can. Its room is reserved, so that the header does not move. */
export const KeepInHeader = ({ document }: { document: Document }) =>
  canKeepBooks() ? <Embed screen={keepButton} document={document} instead={<span className="size-9 max-md:size-11" />} /> : null
