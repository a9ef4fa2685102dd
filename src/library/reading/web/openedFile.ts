import type { Endpoint } from '#contract/endpoint.ts'
import type { Document } from '#library/documents/documents.contract.ts'

/** The fields of a document that the reader needs. */
export type OpenedFile = Pick<Document, '_id' | 'title' | 'fileUrl' | 'fileSize' | 'fileType' | 'coverUrl'>

/** A file that belongs to something other than a document, such as a notice. */
export type AttachedFile = OpenedFile & {
  /** The call that returns its bytes. */
  endpoint: Endpoint
  /** The bytes, for a file that no call can return. */
  bytes?: Uint8Array<ArrayBuffer>
}
