import type { Endpoint } from '#contract/endpoint.ts'
import type { Document } from '#library/documents/documents.contract.ts'

/** What the reader needs to know of what it shows. */
export type OpenedFile = Pick<Document, '_id' | 'title' | 'fileUrl' | 'fileSize' | 'fileType' | 'coverUrl'>

/** A file that is no document of the library but belongs to something else, such as a notice. */
export type AttachedFile = OpenedFile & {
  /** The call that answers its bytes. */
  endpoint: Endpoint
  /** The file itself, where it is here already because nobody else could answer it. */
  bytes?: Uint8Array<ArrayBuffer>
}
