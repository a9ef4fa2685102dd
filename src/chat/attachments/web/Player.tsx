import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'
import { NotVerifiedError, wholeFile } from './wholeFile.ts'

type Kind = 'audio' | 'video'

/** Browsers play phone videos when given the media type of the generic container. */
const asPlayed: Record<string, string> = { 'video/quicktime': 'video/mp4', 'video/x-matroska': 'video/webm' }

const canPlay = (kind: Kind, mediaType: string): boolean =>
  document.createElement(kind).canPlayType(asPlayed[mediaType] ?? mediaType) !== ''

type Opened = { src: string; expires: number; release?: () => void }

/** Downloads and decrypts the whole file, because an encrypted video cannot be streamed. */
const openEncrypted = async (attachment: ShownFile, signal: AbortSignal): Promise<Opened> => {
  const { mediaType } = attachment
  const file = await wholeFile(attachment, { signal })
  const src = URL.createObjectURL(new Blob([file], { type: asPlayed[mediaType] ?? mediaType }))
  return { src, expires: Number.POSITIVE_INFINITY, release: () => URL.revokeObjectURL(src) }
}

const openLink = async (attachment: ShownFile): Promise<Opened> => {
  const { downloadUrl, expiresAt } = await call(attachmentsApi.link, { params: { id: attachmentId(attachment) } })
  return { src: downloadUrl, expires: Date.parse(expiresAt) }
}

type State = 'idle' | 'loading' | 'failed' | 'refused'

/**
 * Provides a URL that needs no authorization, so that playback starts before the download ends. It is valid for five minutes: if
 * it expires while the video is paused, a new one is requested and playback continues at the same position.
 */
const usePlaying = (attachment: ShownFile) => {
  const [opened, setOpened] = useState<Opened>()
  const [state, setState] = useState<State>('idle')
  const resumeAt = useRef(0)
  const aborter = useRef<AbortController>(undefined)
  useEffect(() => () => aborter.current?.abort(), [])
  useEffect(() => opened?.release, [opened])
  const open = async () => {
    aborter.current = new AbortController()
    const { signal } = aborter.current
    setState('loading')
    try {
      const next = await (attachment.decrypt ? openEncrypted(attachment, signal) : openLink(attachment))
      if (signal.aborted) return next.release?.()
      setOpened(next)
      setState('idle')
    } catch (error) {
      if (signal.aborted) return
      setOpened(undefined)
      setState(error instanceof NotVerifiedError ? 'refused' : 'failed')
    }
  }
  const onError = (element: HTMLMediaElement) => {
    resumeAt.current = element.currentTime
    if (opened && Date.now() >= opened.expires) return void open()
    setOpened(undefined)
    setState('failed')
  }
  const onLoaded = (element: HTMLMediaElement) => {
    if (resumeAt.current > 0) element.currentTime = resumeAt.current
    resumeAt.current = 0
  }
  return { src: opened?.src, state, open: () => void open(), onError, onLoaded }
}

/** Plays audio or video, if the browser supports the format. */
export const Player = ({ attachment, kind }: { attachment: ShownFile; kind: Kind }) => {
  const words = useWords(attachmentsEn).view
  const { src, state, open, onError, onLoaded } = usePlaying(attachment)
  const { originalName, mediaType } = attachment
  if (!canPlay(kind, mediaType)) return <p className="text-muted text-sm">{words.unplayable}</p>
  if (state === 'refused') return <p role="alert">{words.notVerified}</p>
  if (!src)
    return (
      <div className="flex flex-col items-start gap-2">
        {state === 'failed' && (
          <p role="alert" className="text-sm">
            {words.playFailed}
          </p>
        )}
        <Button
          icon={<Play aria-hidden="true" />}
          isPending={state === 'loading'}
          onPress={open}
          {...(state !== 'failed' && { 'aria-label': words.playOf(originalName) })}
        >
          {state === 'failed' ? words.retry : words.play}
        </Button>
      </div>
    )
  // Files that people send each other have no captions.
  const Media = kind
  return (
    <Media
      src={src}
      controls
      autoPlay
      playsInline
      aria-label={words.player(originalName)}
      onError={(event) => onError(event.currentTarget)}
      onLoadedMetadata={(event) => onLoaded(event.currentTarget)}
      className={`w-full rounded-sm ${kind === 'video' ? 'aspect-video bg-skeleton' : ''}`}
    />
  )
}
