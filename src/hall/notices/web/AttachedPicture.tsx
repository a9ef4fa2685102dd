import { useEffect, useState } from 'react'
import { toCallError } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Bar } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import { noticesApi } from '../notices.contract.ts'
import { noticesEn } from '../notices.en.ts'

const fetchPicture = async (url: string, signal: AbortSignal): Promise<string> => {
  const token = getSession()?.token
  const response = await fetch(url, { ...(token && { headers: { authorization: token } }), signal })
  if (!response.ok) {
    await toCallError(noticesApi.attachment, response, token)
    throw new Error('The picture was refused')
  }
  return URL.createObjectURL(await response.blob())
}

type Loading = { state: 'loading' | 'failed' } | { state: 'there'; src: string }

/** Fetches the picture with the session's token, which its address requires. */
const usePicture = (url: string, version: string) => {
  const [picture, setPicture] = useState<Loading>({ state: 'loading' })
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the notice may have another picture at its address
  useEffect(() => {
    const aborter = new AbortController()
    let src: string | undefined
    setPicture({ state: 'loading' })
    fetchPicture(url, aborter.signal).then(
      (made) => {
        src = made
        if (aborter.signal.aborted) URL.revokeObjectURL(made)
        else setPicture({ state: 'there', src: made })
      },
      () => aborter.signal.aborted || setPicture({ state: 'failed' }),
    )
    return () => {
      aborter.abort()
      if (src) URL.revokeObjectURL(src)
    }
  }, [url, version, attempt])
  return { picture, retry: () => setAttempt((number) => number + 1) }
}

export const AttachedPicture = ({ url, version, title }: { url: string; version: string; title: string }) => {
  const words = useWords(noticesEn).attachment
  const { picture, retry } = usePicture(url, version)
  if (picture.state === 'loading') return <Bar className="h-60 w-full max-w-sm rounded-lg" />
  if (picture.state === 'there')
    return (
      <img
        src={picture.src}
        alt={words.picture(title)}
        className="h-60 max-w-full self-start rounded-lg border border-line object-contain"
      />
    )
  return (
    <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
      {words.failed}
      <Button onPress={retry}>{words.retry}</Button>
    </p>
  )
}
