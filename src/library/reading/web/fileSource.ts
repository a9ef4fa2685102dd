import { keepsBooks } from './booksHere.ts'
import { type ByteSource, byteSourceOf, openByteSource } from './byteSource.ts'
import { type Connection, isFinal } from './connection.ts'
import { withBooks } from './deviceBooks.ts'
import { addressesOf, isAttached, plainAddress } from './fileAddresses.ts'
import { forgetKept, type KeptFile, keeping, keptFile } from './keptBytes.ts'
import type { OpenedFile } from './openedFile.ts'

type SourceOptions = {
  connection: Connection
  /** Loads the file in one request, without the link and without caching. */
  isLight: boolean
  onBytes: (received: number) => void
  /** Called if the cached document was deleted or this person may no longer read it. */
  onGone: () => void
  /** Called if the document's content differs from the cached one. */
  onChanged: () => void
}

/** The link is created at once, unless the file may be on this device and need none. */
export const addressesSoon = (file: OpenedFile): (() => ReturnType<typeof addressesOf>) => {
  const known = keepsBooks() ? undefined : addressesOf(file)
  return () => known ?? addressesOf(file)
}

/** Asks the server about a cached file; undefined if it cannot be reached, since being offline revokes no permission. */
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

type Judging = Pick<SourceOptions, 'onGone' | 'onChanged'>

/** Reads what this device has of a document, and the rest from the network. The server authorizes each opening, if it can be reached. */
export const deviceSource = (file: OpenedFile, network: ByteSource, { onGone, onChanged }: Judging): ByteSource => {
  const book = withBooks(({ openBook }) => openBook(file._id))
  let isOpen = true
  const judge = async () => {
    const etag = (await book)?.etag
    const verdict = etag ? await judgeKept(file, etag) : undefined
    if (verdict === undefined) return
    await withBooks(({ judged }) => judged(file._id, verdict))
    if (isOpen && verdict !== 'same') (verdict === 'gone' ? onGone : onChanged)()
  }
  judge().catch(() => undefined)
  return {
    read: async (begin, end) => (await (await book)?.read(begin, end)) ?? network.read(begin, end),
    close: () => {
      isOpen = false
      network.close()
    },
  }
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
  const network = openByteSource({ addresses: addressesSoon(file), size: file.fileSize, connection, onBytes, onEtag })
  const source = deviceSource(file, network, { onGone: () => end(onGone), onChanged: () => end(onChanged) })
  const close = () => {
    isOpen = false
    source.close()
  }
  return { read: keeping(kept, source).read, close }
}

/** Returns the source of a PDF's bytes: first this page's cache, then the server, which authorizes each opening again. */
export const sourceOf = (file: OpenedFile, options: SourceOptions): ByteSource => {
  const { isLight, connection, onBytes } = options
  if (isAttached(file) && file.bytes) return byteSourceOf(file.bytes)
  if (!isLight && !isAttached(file)) return keptSource(file, keptFile(file._id, file.fileSize), options)
  const addresses = isLight ? async () => [plainAddress(file)] : addressesSoon(file)
  const network = openByteSource({ addresses, size: file.fileSize, connection, onBytes })
  return isAttached(file) ? network : deviceSource(file, network, options)
}
