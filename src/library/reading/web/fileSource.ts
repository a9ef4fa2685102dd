import { type ByteSource, byteSourceOf, openByteSource } from './byteSource.ts'
import { type Connection, isFinal } from './connection.ts'
import { addressesOf, isAttached, plainAddress } from './fileAddresses.ts'
import { forgetKept, type KeptFile, keeping, keptFile } from './keptBytes.ts'
import type { OpenedFile } from './openedFile.ts'

type SourceOptions = {
  connection: Connection
  /** In one piece, without the link, and nothing is kept. */
  isLight: boolean
  onBytes: (received: number) => void
  /** Told when the document behind what is kept is gone, or is no longer for this person. */
  onGone: () => void
  /** Told when the document has another content than what is kept. */
  onChanged: () => void
}

/** What the server says of a file that is kept; nothing where it cannot be asked, since a dead line takes no right away. */
const judgeKept = async (file: OpenedFile, etag: string): Promise<'same' | 'gone' | 'changed' | undefined> => {
  const { url, headers, onRefused } = plainAddress(file)
  const response = await fetch(url, { headers: { ...headers, 'If-None-Match': etag }, credentials: 'same-origin', cache: 'no-store' })
  if (response.status === 304) return 'same'
  if (!response.ok) {
    await onRefused?.(response)
    return isFinal(response.status) ? 'gone' : undefined
  }
  await response.body?.cancel()
  return response.headers.get('etag') === etag ? 'same' : 'changed'
}

const keptSource = (file: OpenedFile, kept: KeptFile, { connection, onBytes, onGone, onChanged }: SourceOptions): ByteSource => {
  const isPartlyThere = kept.parts.size > 0
  let isOpen = true
  const end = (tell: () => void) => {
    if (!isOpen) return
    isOpen = false
    forgetKept(file._id)
    tell()
  }
  const onEtag = (etag: string | null) => {
    if (etag === null) return
    kept.etag ??= etag
    if (kept.etag !== etag) end(onChanged)
  }
  if (isPartlyThere && kept.etag !== undefined)
    judgeKept(file, kept.etag).then(
      (verdict) => (verdict === 'gone' ? end(onGone) : verdict === 'changed' && end(onChanged)),
      () => undefined,
    )
  const addresses = addressesOf(file)
  const source = openByteSource({ addresses: () => addresses, size: file.fileSize, connection, onBytes, onEtag })
  const close = () => {
    isOpen = false
    source.close()
  }
  return { read: keeping(kept, source).read, close }
}

/** Where the bytes of a PDF come from: what this page has kept of it, then the server, which judges each opening again. */
export const sourceOf = (file: OpenedFile, options: SourceOptions): ByteSource => {
  const { isLight, connection, onBytes } = options
  if (isAttached(file) && file.bytes) return byteSourceOf(file.bytes)
  if (!isLight && !isAttached(file)) return keptSource(file, keptFile(file._id, file.fileSize), options)
  const addresses = isLight ? Promise.resolve([plainAddress(file)]) : addressesOf(file)
  return openByteSource({ addresses: () => addresses, size: file.fileSize, connection, onBytes })
}
