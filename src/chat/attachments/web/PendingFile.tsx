import { type ReactNode, useEffect, useState } from 'react'
import type { Pending } from '#chat/conversations/web/client/chatClient.ts'
import { type PictureHead, pictureHead } from '#web/pictures/pictureHead.ts'
import { AttachedPicture } from './AttachedPicture.tsx'
import { keepSentPicture } from './sentPictures.ts'

/** Enough for the size of nearly all pictures; a photograph may have a preview of 64 KB before it. */
const headBytes = 131_072

const readHead = async (blob: Blob): Promise<PictureHead | undefined> =>
  pictureHead(new Uint8Array(await blob.slice(0, headBytes).arrayBuffer()))

export type PendingFileProps = {
  clientId: string
  file: NonNullable<Pending['file']>
  /** Shown if the file is no picture. */
  children: ReactNode
}

/** The file of a message that is being sent. A picture is shown from this device, before the server has it and afterwards. */
export const PendingFile = ({ clientId, file: { blob, name, size, mediaType }, children }: PendingFileProps) => {
  const [head, setHead] = useState<PictureHead>()
  useEffect(() => {
    readHead(blob).then(setHead, () => undefined)
  }, [blob])
  useEffect(() => {
    if (head) keepSentPicture({ clientId, blob })
  }, [head, clientId, blob])
  if (!head) return children
  const { width, height } = head
  const sent = { clientId, blob }
  return <AttachedPicture attachment={{ url: clientId, previewUrl: null, originalName: name, mediaType, size, width, height, sent }} />
}
