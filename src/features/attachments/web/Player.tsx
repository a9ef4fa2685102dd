import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Attachment } from '#features/chat/chat.shapes.contract.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { attachmentsApi } from '../attachments.contract.ts'
import { attachmentsEn } from '../attachments.en.ts'
import { attachmentId } from './attachmentFile.ts'

type Kind = 'audio' | 'video'

/** Browsers play what phones film under the plain name of the container. */
const asPlayed: Record<string, string> = { 'video/quicktime': 'video/mp4', 'video/x-matroska': 'video/webm' }

const canPlay = (kind: Kind, mediaType: string): boolean =>
  document.createElement(kind).canPlayType(asPlayed[mediaType] ?? mediaType) !== ''

type Opened = { src: string; expires: number }

/**
 * An address that opens by itself, so that a film begins before all of it is there. It lives for five minutes: where it has
 * died under a paused film another one is asked for, and the film goes on where it stood.
 */
const usePlaying = (attachment: Attachment) => {
  const [opened, setOpened] = useState<Opened>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const resumeAt = useRef(0)
  const open = async () => {
    setState('loading')
    try {
      const { downloadUrl, expiresAt } = await call(attachmentsApi.link, { params: { id: attachmentId(attachment) } })
      setOpened({ src: downloadUrl, expires: Date.parse(expiresAt) })
      setState('idle')
    } catch {
      setOpened(undefined)
      setState('failed')
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

/** Plays a sound or a film, where the browser can. */
export const Player = ({ attachment, kind }: { attachment: Attachment; kind: Kind }) => {
  const words = useWords(attachmentsEn).view
  const { src, state, open, onError, onLoaded } = usePlaying(attachment)
  const { originalName, mediaType } = attachment
  if (!canPlay(kind, mediaType)) return <p className="text-muted text-sm">{words.unplayable}</p>
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
  // Nobody has written captions of what people send one another.
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
